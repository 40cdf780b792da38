// One event of the journal, with its stored JSON and links to its subjects.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ButtonLink, Stack, Loaded, Page, Fact } from '@/ui';
import type { EventAnswer } from '../../api/generated/EventAnswer.ts';
import { kindName } from '../../api/kinds.ts';
import { Instant, JsonView, SubjectLink } from '../../ui/index.ts';
import styles from './EventScreen.module.css';
import { eventQuery } from './queries.ts';
import { sentenceOf } from './words.ts';

export function EventScreen() {
  const { position } = useParams({ from: '/_inside/event/$position' });
  const number = Number(position);
  return (
    <Page
      key={position}
      title={`Event #${position}`}
      actions={number > 0 ? <Neighbours position={number} /> : null}
      full
    >
      <Loaded query={useQuery(eventQuery(position))}>{(event) => <Details event={event} />}</Loaded>
    </Page>
  );
}

function Neighbours({ position }: { readonly position: number }) {
  return (
    <>
      {position > 1 ? (
        <ButtonLink
          to="/event/$position"
          params={{ position: String(position - 1) }}
          variant="secondary"
          preload={false}
        >
          #{position - 1}
        </ButtonLink>
      ) : null}
      <ButtonLink
        to="/event/$position"
        params={{ position: String(position + 1) }}
        variant="secondary"
        preload={false}
      >
        #{position + 1}
      </ButtonLink>
    </>
  );
}

function Details({ event }: { readonly event: EventAnswer }) {
  const rows = [
    ['Recorded', <Instant key="at" at={event.at} />],
    ['By', event.actor.text],
    ['Reason', event.reason || 'none given'],
    ['In full', event.what],
    ['Name', event.event],
    ['Stream', `${event.stream}, event ${event.sequence}`],
    ['Correlation id', event.correlation_id ?? 'none'],
  ] as const;
  return (
    <Stack gap={6} className={styles.columns}>
      <Stack gap={5}>
        <p className={styles.what}>{sentenceOf(event)}</p>
        <dl className={styles.facts}>
          {rows.map(([label, value]) => (
            <Fact key={label} term={label}>
              {value}
            </Fact>
          ))}
        </dl>
        <section aria-labelledby="subjects">
          <h2 id="subjects" className={styles.heading}>
            Subjects
          </h2>
          <ul>
            {event.subjects.map(({ kind, id, title }) => (
              <li key={`${kind} ${id}`} className={styles.subject}>
                <span className="soft">{kindName(kind)}</span>{' '}
                <SubjectLink kind={kind} id={id}>
                  {title}
                </SubjectLink>
              </li>
            ))}
          </ul>
        </section>
        <SameAct event={event} />
      </Stack>
      <section aria-labelledby="stored">
        <h2 id="stored" className={styles.heading}>
          Stored JSON
        </h2>
        <JsonView value={event.payload} label={`Stored JSON of event #${event.position}`} />
      </section>
    </Stack>
  );
}

/** The other events of the request, which the server finds near this one. */
function SameAct({ event: { act = [], act_has_more: hasMore } }: { readonly event: EventAnswer }) {
  if (act.length === 0) return null;
  return (
    <section aria-labelledby="same-act">
      <h2 id="same-act" className={styles.heading}>
        The same act
      </h2>
      <ul>
        {act.map(({ position, sentence, event }) => (
          <li key={position} className={styles.subject}>
            <Link to="/event/$position" params={{ position: String(position) }} preload={false}>
              #{position}
            </Link>{' '}
            <span>{sentence}</span> <code className="soft small">{event}</code>
          </li>
        ))}
      </ul>
      {hasMore ? <p className="soft">There are more.</p> : null}
    </section>
  );
}
