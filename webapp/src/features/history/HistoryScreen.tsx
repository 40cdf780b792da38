// Past rounds by month: read-only, more of them on scrolling, each with a button to book it again.
import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { failureText } from '@/api/error.ts';
import { Alert, ButtonLink, EmptyState, Stack, Loaded, Page, Skeleton } from '@/ui';
import { BackLink } from '@/ui/BackLink.tsx';
import { byMonth } from './byMonth.ts';
import styles from './HistoryScreen.module.css';
import { MoreRounds } from './MoreRounds.tsx';
import { historyQuery } from './queries.ts';
import { RoundRow } from './RoundRow.tsx';

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
      skeleton={<Skeleton height="6rem" count={6} />}
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
      {(rounds) => (
        <>
          <Stack gap={5} className={styles.months}>
            {byMonth(rounds).map(({ name, rounds: ofMonth }) => (
              <section key={name} aria-label={name}>
                <h2 className="heading">{name}</h2>
                {ofMonth.map((reservation) => (
                  <RoundRow key={reservation.reservation_id} reservation={reservation} />
                ))}
              </section>
            ))}
          </Stack>
          <Alert>{query.isFetchNextPageError && failureText(query.error, texts)}</Alert>
          <MoreRounds
            hasMore={query.hasNextPage}
            failed={query.isFetchNextPageError}
            busy={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
        </>
      )}
    </Loaded>
  );
}
