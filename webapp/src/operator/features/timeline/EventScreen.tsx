// One event of the journal, with its stored JSON and links to its subjects.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ButtonLink, Stack, Loaded, Page, Fact } from '@/ui';
import type { LinkedEvent } from '../../api/generated/LinkedEvent.ts';
import { kindName } from '../../api/kinds.ts';
import { Instant, JsonView, SubjectLink } from '../../ui/index.ts';
import styles from './EventScreen.module.css';
import { eventQuery } from './queries.ts';

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

function Details({ event }: { readonly event: LinkedEvent }) {
  const rows = [
    ['Recorded', <Instant key="at" at={event.at} />],
    ['By', event.actor.text],
    ['Reason', event.reason || 'none given'],
    ['Name', event.event],
    ['Stream', `${event.stream}, event ${event.sequence}`],
    ['Correlation id', event.correlation_id ?? 'none'],
  ] as const;
  return (
    <Stack gap={6} className={styles.columns}>
      <Stack gap={5}>
        <p className={styles.what}>{event.what}</p>
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
