// From which day on each club is free: for the group that the member is putting together, else for the member alone.
// The list does not wait for it.
import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReservableClub } from '@/api/generated/ReservableClub.ts';
import { meQuery } from '@/api/me.ts';
import { reservableClubsQuery } from '@/features/courses/reservableClubs.ts';
import { LENGTHS } from '@/features/courses/startReservation.ts';
import { useDraft } from '@/features/draft/draftStore.ts';

/** By the clubs' ids, as far as they are known: of a member who has not chosen, for the shortest round of each. */
export function useFirstFreeDays(): ReadonlyMap<string, string> {
  const { holes, players } = useDraft();
  const me = useQuery({ ...meQuery, enabled: players.length === 0 }).data?.email;
  const emails = players.length > 0 ? players.map(({ email }) => email) : me ? [me] : [];
  const [short, long] = useQueries({
    queries: LENGTHS.map((length) =>
      reservableClubsQuery(
        { holes: length, players: emails, date: null },
        emails.length > 0 && (holes === null || holes === length),
      ),
    ),
  }).map(({ data }) => daysOf(data));
  return new Map([...(long ?? []), ...(short ?? [])]);
}

function daysOf(clubs: readonly ReservableClub[] | undefined): readonly (readonly [string, string])[] {
  return clubs?.flatMap(({ id, first_free_day: day }) => (day ? [[id, day] as const] : [])) ?? [];
}
