// The rounds that were: read-only, more of them as one scrolls, each to be booked again.
import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarDays, CalendarPlus } from 'lucide-react';
import { failureText } from '@/api/error.ts';
import { ReservationCard } from '@/features/reservations/ReservationCard.tsx';
import { Alert } from '@/ui/Alert.tsx';
import { Button, ButtonLink } from '@/ui/Button.tsx';
import { Page } from '@/ui/Page.tsx';
import { Skeleton } from '@/ui/Skeleton.tsx';
import { BookAgain } from './BookAgain.tsx';
import styles from './HistoryScreen.module.css';
import { MoreRounds } from './MoreRounds.tsx';
import { historyQuery } from './queries.ts';

const texts = {
  failure: 'fout bij het ophalen van reserveringen',
  network: 'Er is een fout opgetreden bij het ophalen van reserveringen.',
};

export function HistoryScreen() {
  return (
    <Page title="Speelhistorie" wide>
      <p>
        <ButtonLink to="/reservations">
          <CalendarDays aria-hidden size={20} />
          Mijn reserveringen
        </ButtonLink>
      </p>
      <Rounds />
    </Page>
  );
}

function Rounds() {
  const query = useInfiniteQuery(historyQuery);
  const { data, error, isPending, isFetching, refetch } = query;
  if (isPending) return <Skeleton height="15rem" count={3} />;
  if (!data) {
    return (
      <Alert>
        <p>Fout bij het ophalen van reserveringen:</p>
        <p>{failureText(error, texts)}</p>
        <Button look="secondary" onClick={() => void refetch()} busyText={isFetching && 'bezig…'}>
          opnieuw proberen
        </Button>
      </Alert>
    );
  }
  if (data.length === 0) {
    return (
      <div className={styles.empty}>
        <p className={styles.emptyTitle}>Er zijn geen reserveringen gevonden!</p>
        <p>Na je eerste ronde vind je die hier terug.</p>
        <ButtonLink to="/reservation/players" look="primary">
          <CalendarPlus aria-hidden size={20} />
          nieuwe reservering
        </ButtonLink>
      </div>
    );
  }
  return (
    <>
      <div className={styles.list}>
        {data.map((reservation) => (
          <ReservationCard
            key={reservation.reservation_id}
            reservation={reservation}
            foot={<BookAgain reservation={reservation} />}
          />
        ))}
      </div>
      {query.isFetchNextPageError ? (
        <Alert>
          <p>{failureText(error, texts)}</p>
        </Alert>
      ) : null}
      <MoreRounds
        key={data.length}
        hasMore={query.hasNextPage}
        failed={query.isFetchNextPageError}
        busy={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      />
    </>
  );
}
