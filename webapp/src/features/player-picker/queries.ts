// Looking a co-player up, and whom one played with before.
import { queryOptions, useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';
import { playrights, text } from '@/api/schemas.ts';

const found = z.object({
  found: z.boolean(),
  id: text,
  email: text,
  first_name: text,
  prefix: text,
  last_name: text,
  playrights: z.optional(z.nullable(playrights)),
});

export type CheckedPlayer = z.infer<typeof found>;

const historic = z.object({
  data: z.array(
    z.object({ name_first: z.string(), name_prefix: text, name_last: z.string(), email: z.string() }),
  ),
});

/** `excludeReservation` leaves out who already plays in that booking. */
export function historicPlayersQuery(excludeReservation?: string) {
  const query = excludeReservation ? `?excludeReservation=${encodeURIComponent(excludeReservation)}` : '';
  return queryOptions({
    queryKey: ['historicPlayers', excludeReservation ?? null],
    queryFn: ({ signal }) => call(`/reservations/players/historic${query}`, { schema: historic, signal }),
    select: ({ data }) => data,
    staleTime: 5 * 60_000,
  });
}

export function checkPlayer(email: string): Promise<CheckedPlayer> {
  return call('/reservations/players/check', { method: 'POST', body: { email }, schema: found });
}

export function useCheckPlayer() {
  return useMutation({ mutationFn: checkPlayer });
}
