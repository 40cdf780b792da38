// The clubs at which a group can play, with each club's first free day.
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { ClubsAnswer } from '@/api/generated/ClubsAnswer.ts';
import { ROUNDS } from '@/api/rounds.ts';
import { tolerant } from '@/api/tolerant.ts';

/** The key of everything about free clubs and days. */
export const FREE = [ROUNDS, 'free'] as const;
/** Long enough to use a prefetch in the next step, short enough to notice that a day is full. */
export const FRESH_MS = 30_000;

interface ClubsBody {
  readonly holes: number | null;
  readonly players: readonly string[];
  readonly date: string | null;
}

export function reservableClubsQuery(body: ClubsBody, enabled: boolean) {
  return queryOptions({
    queryKey: [...FREE, 'clubs', body],
    queryFn: ({ signal }) =>
      call('/reservations/golfclubs', { method: 'POST', body, schema: tolerant(ClubsAnswer), signal }),
    select: ({ data }) => data,
    enabled,
    staleTime: FRESH_MS,
  });
}
