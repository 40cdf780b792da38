// The rounds that were played, as a year and by month: read-only, more of them on scrolling, each with a button to book
// it again. Cancelled ones are apart: after the others of their month, and at the end until their day is over.
import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { today } from '@/api/clock.ts';
import { failureText } from '@/api/error.ts';
import { CANCELLED } from '@/features/reservations/status.ts';
import { Alert, ButtonLink, EmptyState, Region, Row, Stack, Loaded, Page, Skeleton, counted } from '@/ui';
import { BackLink } from '@/ui/BackLink.tsx';
import { byMonth } from './byMonth.ts';
import styles from './HistoryScreen.module.css';
import { MoreRounds } from './MoreRounds.tsx';
import { historyQuery } from './queries.ts';
import { RoundRow } from './RoundRow.tsx';
import { Year } from './Year.tsx';

/** With the distance below it. */
const YEAR_HEIGHT = '13.25rem';

const texts = {
  failure: 'fout bij het ophalen van reserveringen',
  network: 'Er is een fout opgetreden bij het ophalen van reserveringen.',
};

export function HistoryScreen() {
  return (
    <Page title="Speelhistorie" above={<BackLink to="/reservations">Mijn reserveringen</BackLink>}>
      <Rounds />
    </Page>
  );
}

function Rounds() {
  const query = useInfiniteQuery(historyQuery);
  return (
    <Loaded
      query={query}
      skeleton={
        <>
          <Skeleton height={YEAR_HEIGHT} className={styles.months} />
          <Skeleton height="6rem" count={6} className={styles.months} />
        </>
      }
      failure={(error) => ['Fout bij het ophalen van reserveringen:', failureText(error, texts)]}
      empty={
        <EmptyState title="Er zijn geen reserveringen gevonden!">
          <p>Na je eerste ronde vind je die hier terug.</p>
          <ButtonLink to="/reservation/players" variant="primary">
            <CalendarPlus aria-hidden size={20} />
            nieuwe reservering
          </ButtonLink>
        </EmptyState>
      }
    >
      {(rounds) => {
        const begins = today();
        const ahead = rounds.filter((round) => isCancelled(round) && round.play_date >= begins);
        const past = rounds.filter((round) => !ahead.includes(round));
        return (
          <>
            <Year />
            <Stack gap={5} className={styles.months}>
              {byMonth(past, dayOf).map((month) => (
                <MonthRounds key={month.name} name={month.name} rounds={month.rows} />
              ))}
            </Stack>
            <Alert>{query.isFetchNextPageError && failureText(query.error, texts)}</Alert>
            <MoreRounds
              hasMore={query.hasNextPage}
              failed={query.isFetchNextPageError}
              busy={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
            />
            {ahead.length > 0 ? (
              <Region title="Geannuleerd voor de speeldag" className={styles.months}>
                <div>
                  {ahead.map((reservation) => (
                    <RoundRow key={reservation.reservation_id} reservation={reservation} cancelled />
                  ))}
                </div>
              </Region>
            ) : null}
          </>
        );
      }}
    </Loaded>
  );
}

const dayOf = ({ play_date }: Reservation) => play_date;
const isCancelled = ({ status }: Reservation) => status === CANCELLED;

function MonthRounds({ name, rounds }: { readonly name: string; readonly rounds: readonly Reservation[] }) {
  const cancelled = rounds.filter(isCancelled);
  const played = rounds.length - cancelled.length;
  const ordered = [...rounds.filter((round) => !isCancelled(round)), ...cancelled];
  return (
    <section aria-label={name}>
      <Row gap={3} lineGap={0} align="baseline">
        <h2 className="heading">{name}</h2>
        {played > 0 ? <p className="soft small">{counted(played, 'ronde', 'rondes')}</p> : null}
      </Row>
      {ordered.map((reservation) => (
        <RoundRow
          key={reservation.reservation_id}
          reservation={reservation}
          cancelled={isCancelled(reservation)}
        />
      ))}
    </section>
  );
}
