// Looking up a co-player by e-mail address, and former co-players.
import { queryOptions, useIsMutating, useMutation, useMutationState } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';
import { ROUNDS } from '@/api/rounds.ts';
import { rows } from '@/api/rows.ts';
import { playrights, text, type Player } from '@/api/schemas.ts';

export const checkedPlayer = z.object({
  found: z.boolean(),
  email: text,
  first_name: text,
  prefix: text,
  last_name: text,
  playrights: z.optional(z.nullable(playrights)),
});

export type CheckedPlayer = z.infer<typeof checkedPlayer>;

/** Someone who can be looked up: their names and address, without their play rights. */
export const person = z.object({
  name_first: z.string(),
  name_prefix: text,
  name_last: z.string(),
  email: z.string(),
});
export type Person = z.infer<typeof person>;

export const historic = z.object({ data: rows(person) });

/** `excludeReservation` leaves out the players of that booking. */
export function historicPlayersQuery(excludeReservation?: string) {
  return queryOptions({
    queryKey: [ROUNDS, 'historicPlayers', excludeReservation ?? null],
    queryFn: ({ signal }) =>
      call(`/reservations/players/historic${excluding(excludeReservation)}`, { schema: historic, signal }),
    select: ({ data }) => data,
    staleTime: 5 * 60_000,
  });
}

export function excluding(reservation?: string): string {
  return reservation ? `?excludeReservation=${encodeURIComponent(reservation)}` : '';
}

export function checkPlayer(email: string): Promise<CheckedPlayer> {
  return call('/reservations/players/check', { method: 'POST', body: { email }, schema: checkedPlayer });
}

/** The player who was looked up by this address; null when there is none. */
export function playerOf(
  { found, playrights: rights, ...names }: CheckedPlayer,
  email: string,
): Player | null {
  if (!found || !rights) return null;
  const address = (names.email || email).toLowerCase();
  return { ...names, id: address, email: address, playrights: rights };
}

const lookUps = { mutationKey: ['look-up-player'] };

export function useCheckPlayer() {
  return useMutation({ ...lookUps, mutationFn: checkPlayer });
}

/** The addresses that are being looked up. */
export function useLookedUp(): readonly string[] {
  return useMutationState({
    filters: { ...lookUps, status: 'pending' },
    select: ({ state }) => String(state.variables),
  });
}

/** Whether someone is being looked up: the choice is not complete yet. */
export function useIsLookingUp(): boolean {
  return useIsMutating(lookUps) > 0;
}
