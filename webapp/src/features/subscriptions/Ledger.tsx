// Every play right of one subscription that was used, returned or forfeited, by month, newest first. Fetched when it is
// opened.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { LedgerLine } from '@/api/generated/LedgerLine.ts';
import { today } from '@/api/clock.ts';
import { failureText } from '@/api/error.ts';
import { byMonth } from '@/features/history/byMonth.ts';
import {
  Badge,
  Button,
  Disclosure,
  listOf,
  shortDate,
  Stack,
  Loaded,
  LoadFailure,
  Skeleton,
  Row,
} from '@/ui';
import styles from './Ledger.module.css';
import { ledgerQuery } from './queries.ts';

export function Ledger({ subscriptionId, name }: { readonly subscriptionId: string; readonly name: string }) {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.ledger}>
      <Disclosure
        label={
          <>
            waarom is mijn speelrecht gebruikt? <span className="visually-hidden">({name})</span>
          </>
        }
        open={open}
        onToggle={() => setOpen(!open)}
      >
        {open ? <Entries subscriptionId={subscriptionId} /> : null}
      </Disclosure>
    </div>
  );
}

const texts = {
  failure: 'Fout bij het ophalen van het overzicht.',
  network: 'Netwerkfout bij het ophalen van het overzicht.',
};

const failure = (error: Error) => [failureText(error, texts)];

function Entries({ subscriptionId }: { readonly subscriptionId: string }) {
  const query = useInfiniteQuery(ledgerQuery(subscriptionId));
  const { error, isFetching, hasNextPage, isFetchingNextPage } = query;
  const fetchMore = () => void query.fetchNextPage();
  return (
    <Stack gap={3} align="start">
      <Loaded
        query={query}
        skeleton={<Skeleton height="4rem" count={3} />}
        failure={failure}
        empty={<p>Er zijn nog geen speelrechten van dit abonnement gebruikt.</p>}
      >
        {(entries) => (
          <>
            {byMonth(entries, ({ date }) => date).map(({ name: month, rows }, index, months) => (
              <section key={month} className="full" aria-label={month}>
                <Row between gap={3} lineGap={0} align="baseline" className={styles.month}>
                  <h4 className="text-size">{month}</h4>
                  {/* The last month may go on in the page that follows. */}
                  {hasNextPage && index === months.length - 1 ? null : (
                    <p className="soft small">{balanceText(rows)}</p>
                  )}
                </Row>
                <ul className="lined">
                  {rows.map((entry) => (
                    <Entry
                      key={`${entry.reservation_id} ${entry.kind} ${entry.date}`}
                      entry={entry}
                      upcoming={isUpcoming(entry, entries)}
                    />
                  ))}
                </ul>
              </section>
            ))}
            {error ? (
              <LoadFailure sentences={failure(error)} retrying={isFetching} onRetry={fetchMore} />
            ) : hasNextPage ? (
              <Button variant="secondary" busyText={isFetchingNextPage && 'bezig…'} onClick={fetchMore}>
                toon meer
              </Button>
            ) : null}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

/** Whether the round is upcoming: not played yet, and its play right neither returned nor forfeited. */
function isUpcoming({ play_date, reservation_id }: LedgerLine, entries: readonly LedgerLine[]): boolean {
  return (
    play_date >= today() &&
    !entries.some((other) => other.reservation_id === reservation_id && other.kind !== 'gebruikt')
  );
}

const tones = { gebruikt: 'green', teruggegeven: 'sand', vervallen: 'danger' } as const;
const reasons: Record<LedgerLine['kind'], string> = {
  gebruikt: 'gereserveerd',
  teruggegeven: 'op tijd geannuleerd',
  vervallen: 'op de speeldag geannuleerd',
};

/** `3 gebruikt en 1 teruggegeven` */
export function balanceText(entries: readonly Pick<LedgerLine, 'kind'>[]): string {
  const count = (kind: LedgerLine['kind']) => entries.filter((entry) => entry.kind === kind).length;
  const kinds = (Object.keys(tones) as LedgerLine['kind'][]).filter((kind) => count(kind) > 0);
  return listOf(kinds.map((kind) => `${count(kind)} ${kind}`));
}

function Entry({ entry, upcoming }: { readonly entry: LedgerLine; readonly upcoming: boolean }) {
  return (
    <li className={styles.entry}>
      <Link
        to={upcoming ? '/reservations' : '/reservations/history'}
        className={styles.link}
        aria-label={`bekijk de reservering bij ${entry.golfclub} op ${shortDate(entry.play_date)}`}
      >
        {entry.golfclub}
      </Link>
      <Badge tone={tones[entry.kind]}>{entry.kind}</Badge>
      <p className="soft small">
        {entry.holes} holes op <time dateTime={entry.play_date}>{shortDate(entry.play_date)}</time>
        {/* The usual reason is not the one that the explanation gives. */}
        {`, ${entry.explanation ? entry.kind : reasons[entry.kind]} op `}
        <time dateTime={entry.date}>{shortDate(entry.date)}</time>
        {entry.explanation ? `: ${entry.explanation}` : null}
      </p>
    </li>
  );
}
