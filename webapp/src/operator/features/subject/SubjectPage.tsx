// The page of one subject: what can be done about it, and how it stands beside the timeline of what happened to it. Of
// members, those that were erased and ids that are not whole are shown here.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Notice, Badge, Stack, Loaded, Page, cx } from '@/ui';
import type { BookingView } from '../../api/generated/BookingView.ts';
import type { SubjectPage as Subject } from '../../api/generated/SubjectPage.ts';
import { KIND_NAMES, shortId, type Kind } from '../../api/kinds.ts';
import { addRecent } from '../../api/recent.ts';
import { formatDay } from '../../ui/index.ts';
import { BookingPart } from '../bookings/BookingPart.tsx';
import { bookingQuery } from '../bookings/queries.ts';
import { DayPart } from './DayPart.tsx';
import { subjectQuery } from './queries.ts';
import { SubjectDetails, type Detail } from './SubjectDetails.tsx';
import { SubjectLinks } from './SubjectLinks.tsx';
import { SubjectState } from './SubjectState.tsx';
import { SubjectTimeline } from './SubjectTimeline.tsx';
import tabs from '../../ui/Tabs.module.css';
import styles from './SubjectPage.module.css';
import { useMoments } from './useMoments.ts';

interface PageProps {
  readonly kind: Kind;
  readonly id: string;
}

export function SubjectPage({ kind, id }: PageProps) {
  const now = useQuery(subjectQuery(kind, id));
  // Without it, as in a release that does not know it, the page is the one of any subject.
  const booking = useQuery({ ...bookingQuery(id), enabled: kind === 'booking' }).data;
  const subject = now.data;
  const isKnown = subject !== undefined;
  useEffect(() => {
    if (isKnown) addRecent(kind, id);
  }, [kind, id, isKnown]);

  const { title, details } = booking ? bookingTitles(booking, id) : titlesOf(kind, id, subject);
  return (
    <Page
      title={title}
      above={
        <p>
          <Badge>{KIND_NAMES[kind]}</Badge> {subject?.is_erased ? <Badge tone="danger">Erased</Badge> : null}
        </p>
      }
      intro={details.length > 0 ? <SubjectDetails details={details} /> : undefined}
      actions={<SubjectLinks kind={kind} id={id} subject={subject} />}
      full
    >
      <Loaded query={now} failureLink={<Link to="/">To the search</Link>}>
        {(present) => (
          <>
            {present.is_erased ? (
              <Notice>
                {kind === 'member' ? 'This member was erased' : 'What is personal here was erased'}: names and
                addresses are gone for good, and what happened stays.
              </Notice>
            ) : null}
            {booking ? <BookingPart booking={booking} /> : null}
            {kind === 'club_day' ? <DayPart id={id} /> : null}
            <StateAndTimeline kind={kind} id={id} now={present} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function StateAndTimeline({ kind, id, now }: PageProps & { readonly now: Subject }) {
  const { view, tab } = useMoments(kind).search;
  // As on a member's page, where the timeline is a tab.
  const timeline = kind === 'member' ? { view: undefined, tab: 'timeline' } : { view: 'timeline' };
  const isTimeline = view === 'timeline' || (tab === 'timeline' && view !== 'state');
  return (
    <>
      <nav className={cx(tabs.tabs, styles.tabs)} aria-label="Parts of this page">
        {(['state', 'timeline'] as const).map((part) => (
          <Link
            key={part}
            to="."
            search={(old) => ({
              ...old,
              ...(part === 'timeline' ? timeline : { view: undefined, tab: undefined }),
            })}
            activeOptions={{ exact: true }}
            resetScroll={false}
            preload={false}
          >
            {part === 'timeline' ? 'Timeline' : 'State'}
          </Link>
        ))}
      </nav>
      <Stack gap={5} className={styles.columns} data-view={isTimeline ? 'timeline' : 'state'}>
        <SubjectState kind={kind} id={id} now={now} />
        <SubjectTimeline kind={kind} id={id} />
      </Stack>
    </>
  );
}

interface Titles {
  readonly title: string;
  readonly details: readonly Detail[];
}

function bookingTitles(booking: BookingView, id: string): Titles {
  const { club, play_date, number, holes, start_time, start_time_by } = booking;
  const start = start_time ? [{ text: `Start time ${start_time}, agreed by ${start_time_by}` }] : [];
  return {
    title: `${club.name}, ${formatDay(play_date)}`,
    details: [
      { text: number, copied: 'the booking number' },
      { text: `${holes} holes` },
      ...start,
      { text: id, copied: 'the id' },
    ],
  };
}

/** The name, and then what else the server's title says: `Jan de Vries <jan@fairway.example>  01a2183d-…`. */
function titlesOf(kind: Kind, id: string, subject: Subject | undefined): Titles {
  const unnamed = `${KIND_NAMES[kind]} ${shortId(id)}`;
  if (!subject) return { title: unnamed, details: [] };
  const name = subject.name ?? subject.title[0] ?? unnamed;
  const others = subject.title
    .map((line) => (line.startsWith(name) ? line.slice(name.length).replace(/^,\s*/, '') : line))
    .flatMap((line) => line.trim().split(/\s{2,}/))
    .map((text) => text.replace(/^<(.*)>$/, '$1'));
  const details = [...new Set(others.filter(Boolean))].map((text) => ({ text, copied: copiedAs(text, id) }));
  return { title: name, details };
}

function copiedAs(text: string, id: string): string | undefined {
  if (text === id) return 'the id';
  return text.includes('@') ? 'the e-mail address' : undefined;
}
