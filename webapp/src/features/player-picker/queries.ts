// Looking up a co-player by e-mail address, and former co-players.
import { queryOptions, useIsMutating, useMutation, useMutationState } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { ROUNDS } from '@/api/rounds.ts';
import { HistoricPlayers } from '@/api/generated/HistoricPlayers.ts';
import { PlayerCheckAnswer } from '@/api/generated/PlayerCheckAnswer.ts';
import { tolerant } from '@/api/tolerant.ts';
import type { Player } from '@/api/player.ts';

/** `excludeReservation` leaves out the players of that booking. */
export function historicPlayersQuery(excludeReservation?: string) {
  return queryOptions({
    queryKey: [ROUNDS, 'historicPlayers', excludeReservation ?? null],
    queryFn: ({ signal }) =>
      call(`/reservations/players/historic${excluding(excludeReservation)}`, {
        schema: tolerant(HistoricPlayers),
        signal,
      }),
    select: ({ data }) => data,
    staleTime: 5 * 60_000,
  });
}

export function excluding(reservation?: string): string {
  return reservation ? `?excludeReservation=${encodeURIComponent(reservation)}` : '';
}

export function checkPlayer(email: string): Promise<PlayerCheckAnswer> {
  return call('/reservations/players/check', { method: 'POST', body: { email }, schema: PlayerCheckAnswer });
}

/** The player who was looked up by this address; null when there is none. */
export function playerOf(
  { found, email, first_name, prefix, last_name, playrights }: PlayerCheckAnswer,
  typed: string,
): Player | null {
  if (!found || !playrights) return null;
  const address = (email || typed).toLowerCase();
  const names = { first_name: first_name ?? '', prefix: prefix ?? '', last_name: last_name ?? '' };
  return { ...names, id: address, email: address, playrights };
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
