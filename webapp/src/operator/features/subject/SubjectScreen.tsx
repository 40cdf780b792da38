// The page of one subject: how it stands, now or at a moment, beside the timeline of what happened to it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Fragment, useEffect } from 'react';
import { Notice, Badge, Button, ButtonLink, Stack, Loaded, Page, cx } from '@/ui';
import type { SubjectPage as Subject } from '../../api/generated/SubjectPage.ts';
import { isKind, KIND_NAMES, shortId, type Kind } from '../../api/kinds.ts';
import { addRecent } from '../../api/recent.ts';
import { Copyable } from '../../ui/index.ts';
import { filtersOf } from '../timeline/queries.ts';
import { Timeline } from '../timeline/Timeline.tsx';
import { subjectKey, subjectQuery, type Moments } from './queries.ts';
import { State } from './State.tsx';
import tabs from '../../ui/Tabs.module.css';
import styles from './SubjectScreen.module.css';
import { isUnreadable, TimeTravel } from './TimeTravel.tsx';

export function SubjectScreen() {
  const { kind, _splat: id = '' } = useParams({ from: '/_inside/$kind/$' });
  // The route opens this screen for known kinds only.
  return isKind(kind) ? <SubjectPage key={`${kind} ${id}`} kind={kind} id={id} /> : null;
}

interface PageProps {
  readonly kind: Kind;
  readonly id: string;
}

function SubjectPage({ kind, id }: PageProps) {
  const now = useQuery(subjectQuery(kind, id));
  const subject = now.data;
  const isKnown = subject !== undefined;
  useEffect(() => {
    if (isKnown) addRecent(kind, id);
  }, [kind, id, isKnown]);

  const [title, ...details] = titlesOf(kind, id, subject);
  return (
    <Page
      title={title ?? id}
      above={
        <p>
          <Badge>{KIND_NAMES[kind]}</Badge> {subject?.is_erased ? <Badge tone="danger">Erased</Badge> : null}
        </p>
      }
      intro={details.length > 0 ? <Details details={details} id={id} /> : undefined}
      actions={<Actions kind={kind} id={id} isErased={subject?.is_erased ?? false} />}
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
            <Parts kind={kind} id={id} now={present} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface ActionsProps {
  readonly kind: Kind;
  readonly id: string;
  readonly isErased: boolean;
}

/** Where this subject can be asked about or changed. */
function Actions({ kind, id, isErased }: ActionsProps) {
  if (kind === 'club_day') {
    const [club = '', date = ''] = id.split('/');
    return (
      <ButtonLink
        to="/clubs/$club"
        params={{ club }}
        search={{ from: date }}
        variant="secondary"
        preload={false}
      >
        Days of the club
      </ButtonLink>
    );
  }
  if (kind !== 'member') return null;
  return (
    <>
      {isErased ? null : (
        <ButtonLink to="/members/$id" params={{ id }} variant="secondary" preload={false}>
          Account and acts
        </ButtonLink>
      )}
      <ButtonLink to="/why" search={{ member: id }} variant="secondary" preload={false}>
        Why?
      </ButtonLink>
      <ButtonLink to="/refusals" search={{ member: id }} variant="quiet" preload={false}>
        Refused attempts
      </ButtonLink>
      <ButtonLink to="/mails" search={{ list: 'sent', member: id }} variant="quiet" preload={false}>
        Mails
      </ButtonLink>
    </>
  );
}

function Details({ details, id }: { readonly details: readonly string[]; readonly id: string }) {
  return details.map((text, index) => (
    <Fragment key={text}>
      {index > 0 ? ' · ' : ''}
      {text === id || text.includes('@') ? (
        <Copyable text={text} what={text === id ? 'the id' : 'the e-mail address'} />
      ) : (
        <span>{text}</span>
      )}
    </Fragment>
  ));
}

/** The name, and then what else the server's title says: `Jan de Vries <jan@fairway.example>  01a2183d-…`. */
function titlesOf(kind: Kind, id: string, subject: Subject | undefined): readonly string[] {
  if (!subject) return [`${KIND_NAMES[kind]} ${shortId(id)}`];
  const name = subject.name ?? subject.title[0] ?? `${KIND_NAMES[kind]} ${shortId(id)}`;
  const others = subject.title
    .map((line) => (line.startsWith(name) ? line.slice(name.length).replace(/^,\s*/, '') : line))
    .flatMap((line) => line.trim().split(/\s{2,}/))
    .map((text) => text.replace(/^<(.*)>$/, '$1'));
  return [name, ...new Set(others.filter(Boolean))];
}

function Parts({ kind, id, now }: PageProps & { readonly now: Subject }) {
  const search = useSearch({ from: '/_inside/$kind/$' });
  const navigate = useNavigate({ from: '/$kind/$' });
  const queryClient = useQueryClient();
  const { at, sequence, compare_at, compare_sequence } = search;
  const moments: Moments = { at, sequence, compare_at, compare_sequence };
  const isPast = at !== undefined || sequence !== undefined;
  const query = useQuery(subjectQuery(kind, id, chosen(moments)));
  const shown = query.data;

  const { view } = search;
  const setSearch = (changed: typeof search) =>
    void navigate({ search: { ...search, ...changed }, replace: true, resetScroll: false });
  const setMoments = (next: Moments) =>
    setSearch({
      at: undefined,
      sequence: undefined,
      compare_at: undefined,
      compare_sequence: undefined,
      ...next,
    });
  const toNow = () => setMoments({ compare_at, compare_sequence });
  const backToNow = (
    <Button variant="secondary" className={styles.back} onClick={() => setMoments({})}>
      Back to now
    </Button>
  );

  return (
    <>
      <nav className={cx(tabs.tabs, styles.tabs)} aria-label="Parts of this page">
        {(['state', 'timeline'] as const).map((part) => (
          <Link
            key={part}
            to="."
            search={(old) => ({ ...old, view: part === 'timeline' ? part : undefined })}
            activeOptions={{ exact: true }}
            resetScroll={false}
            preload={false}
          >
            {part === 'timeline' ? 'Timeline' : 'State'}
          </Link>
        ))}
      </nav>
      <Stack gap={5} className={styles.columns} data-view={view ? 'timeline' : 'state'}>
        <Stack gap={4} className={styles.left}>
          <TimeTravel now={now} shown={shown} moments={moments} error={query.error} onMoments={setMoments} />
          {isUnreadable(query.error) ? (
            backToNow
          ) : (
            <Loaded query={query} failureLink={isPast ? backToNow : null}>
              {(subject) => (
                <State subject={subject} isPast={isPast} isOutdated={query.isPlaceholderData} onNow={toNow} />
              )}
            </Loaded>
          )}
        </Stack>
        <Stack as="section" gap={4} className={styles.right} aria-labelledby="timeline">
          <h2 id="timeline" className={styles.heading}>
            Timeline
          </h2>
          <Timeline
            kind={kind}
            id={id}
            filters={filtersOf(search)}
            onFilter={(filters) => setSearch(filtersOf(filters))}
            shownPosition={isPast ? (shown?.at.position ?? null) : null}
            onNews={() => void queryClient.invalidateQueries({ queryKey: subjectKey(kind, id) })}
          />
        </Stack>
      </Stack>
    </>
  );
}

/** Without undefined parts: the present state is the same query, whoever asks for it. */
function chosen(moments: Moments): Moments {
  return Object.fromEntries(Object.entries(moments).filter(([, value]) => value !== undefined));
}
