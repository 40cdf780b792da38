// From which day on each club is free: for the group that the member is putting together, else for the member alone.
// The list does not wait for it.
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '@/api/me.ts';
import { reservableClubsQuery } from '@/features/courses/reservableClubs.ts';
import { useDraft } from '@/features/draft/draftStore.ts';

/** Of a member who has not chosen: more clubs have it. */
const SHORTEST = 9;

/** By the clubs' ids, as far as they are known. */
export function useFirstFreeDays(): ReadonlyMap<string, string> {
  const { holes, players } = useDraft();
  const me = useQuery({ ...meQuery, enabled: players.length === 0 }).data?.email;
  const emails = players.length > 0 ? players.map(({ email }) => email) : me ? [me] : [];
  const clubs = useQuery(
    reservableClubsQuery({ holes: holes ?? SHORTEST, players: emails, date: null }, emails.length > 0),
  ).data;
  return new Map(
    clubs?.flatMap(({ id, first_free_day: day }) => (day ? [[id, day] as const] : [])),
  );
}
