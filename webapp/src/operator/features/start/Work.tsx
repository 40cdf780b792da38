// What waits for the operator's roles: each part a number that leads to the screen where it is done. What is in order
// is one quiet line.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Loaded, Notice, Skeleton, Stack } from '@/ui';
import type { StartPart } from '../../api/generated/StartPart.ts';
import { Instant, SubjectLink } from '../../ui/index.ts';
import { wordsOf, waits } from './parts.ts';
import { startQuery } from './queries.ts';
import styles from './StartScreen.module.css';

export function Work() {
  const query = useQuery(startQuery);
  if (query.data === null) return null;
  return (
    <Stack as="section" gap={3} aria-labelledby="work">
      <h2 id="work" className="large">
        What waits
      </h2>
      <Loaded query={query} skeleton={<Skeleton height="4rem" count={4} />}>
        {(start) => (
          <>
            <Parts parts={start?.parts ?? []} />
            {start?.missing.map((sentence) => (
              <Notice key={sentence}>{sentence}</Notice>
            ))}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function Parts({ parts }: { readonly parts: readonly StartPart[] }) {
  const waiting = parts.filter(waits);
  const inOrder = parts.filter((part) => !waits(part)).map((part) => wordsOf(part)?.sentence);
  return (
    <>
      {waiting.length > 0 ? (
        <ul className={styles.work}>
          {waiting.map((part) => (
            <PartView key={`${part.code} ${part.rule} ${part.club?.id}`} part={part} />
          ))}
        </ul>
      ) : (
        <p role="status">Nothing waits for you.</p>
      )}
      {inOrder.length > 0 ? (
        <details>
          <summary className="soft">In order: {inOrder.length}</summary>
          <p className="soft small">{inOrder.filter(Boolean).join(', ')}</p>
        </details>
      ) : null}
    </>
  );
}

function PartView({ part }: { readonly part: StartPart }) {
  const words = wordsOf(part);
  if (!words) return null;
  const { sentence, link, moment } = words;
  const { count, since, days } = part;
  return (
    <li className={styles.part}>
      <span className={styles.count}>{moment || count > 0 ? count : '–'}</span>
      <div>
        <Link {...link} preload={false}>
          {sentence}
        </Link>
        {since && moment ? (
          <p className="soft small">
            {moment} <Instant at={since} />
          </p>
        ) : null}
        {days.length > 0 ? (
          <p className="small">
            {days.map(({ club, date }, index) => (
              <span key={`${club.id} ${date}`}>
                {index > 0 ? ', ' : ''}
                <SubjectLink kind="club_day" id={`${club.id}/${date}`}>
                  {club.name} {shortDay(date)}
                </SubjectLink>
              </span>
            ))}
            {count > days.length ? `, and ${count - days.length} more` : ''}
          </p>
        ) : null}
      </div>
    </li>
  );
}

/** `2026-11-28` as `28 Nov`. */
const shortDay = (date: string) =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
