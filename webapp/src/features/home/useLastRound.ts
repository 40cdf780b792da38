// The round that a member without upcoming rounds is offered to play again. It is the first page of the history, which
// the history screen then need not fetch again.
import { useInfiniteQuery } from '@tanstack/react-query';
import { historyQuery } from '@/features/history/queries.ts';
import { isActive, type Reservation } from '@/features/reservations/schemas.ts';

interface LastRound {
  readonly isPending: boolean;
  /** The last one that the member did not cancel. */
  readonly round: Reservation | undefined;
}

function wasPlayed({ players }: Reservation): boolean {
  return players.some((player) => player.is_me && isActive(player));
}

export function useLastRound(enabled: boolean): LastRound {
  const { data, isPending } = useInfiniteQuery({ ...historyQuery, enabled });
  return { isPending, round: data?.find(wasPlayed) };
}
