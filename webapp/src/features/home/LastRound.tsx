// For a member without upcoming rounds: the last one that they played, to be booked again. It shows the first page of
// the history, which the history screen then need not fetch again.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { BookAgain } from '@/features/history/BookAgain.tsx';
import { historyQuery } from '@/features/history/queries.ts';
import { isActive } from '@/features/reservations/status.ts';
import { listOf, Skeleton } from '@/ui';
import styles from './HomeScreen.module.css';

export function LastRound() {
  const { data, isPending, isError } = useInfiniteQuery(historyQuery);
  if (isPending) return <Skeleton height="5rem" />;
  // It is an offer: without it the screen is complete.
  if (isError) return null;
  const round = data.find(wasPlayed);
  if (!round) return <p className="soft small">Na je eerste ronde boek je die hier met één tik opnieuw.</p>;
  return (
    <>
      <BookAgain
        reservation={round}
        alone={{ text: 'laatste ronde opnieuw', describedBy: 'laatste-ronde' }}
      />
      <p id="laatste-ronde" className="soft small">
        <span className={styles.club}>{round.golfclub.name}</span>,{' '}
        <span className="nowrap">{round.holes} holes</span>
        {companyText(round)}
      </p>
    </>
  );
}

function wasPlayed({ players }: Reservation): boolean {
  return players.some((player) => player.is_me && isActive(player));
}

/** `, met Jan en Sanne` */
function companyText({ players }: Reservation): string {
  const others = players.filter((player) => isActive(player) && !player.is_me);
  return others.length > 0 ? `, met ${listOf(others.map((player) => player.first_name))}` : '';
}
