// The member's usual companions: people, flights and favourites, in the server's order. A changed favourite is shown at
// once and taken back when it could not be stored; the order changes at a next visit only, so that nothing moves below
// a finger.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { HistoricPlayer } from '@/api/generated/HistoricPlayer.ts';
import { call } from '@/api/client.ts';
import { SuggestedPlayers } from '@/api/generated/SuggestedPlayers.ts';
import { tolerant } from '@/api/tolerant.ts';
import { ROUNDS } from '@/api/rounds.ts';
import { excluding } from './queries.ts';

const KEY = [ROUNDS, 'suggestedPlayers'];

/** `excludeReservation` leaves out the players of that booking. */
export function suggestedQuery(excludeReservation?: string) {
  return queryOptions({
    queryKey: [...KEY, excludeReservation ?? null],
    queryFn: ({ signal }) =>
      call(`/reservations/players/suggested${excluding(excludeReservation)}`, {
        schema: tolerant(SuggestedPlayers),
        signal,
      }),
    select: ({ data }) => data,
    staleTime: 5 * 60_000,
  });
}

interface Change {
  readonly person: HistoricPlayer;
  readonly favourite: boolean;
}

export function useFavourite() {
  const queries = useQueryClient();
  const show = (changed: Change) =>
    queries.setQueriesData(
      { queryKey: KEY },
      (old: SuggestedPlayers | undefined) => old && withFavourite(old, changed),
    );
  return useMutation({
    mutationFn: ({ person: { email }, favourite }: Change) =>
      call('/users/me/favourites', { method: 'POST', body: { email, favourite } }),
    // One after another: the last press decides.
    scope: { id: 'favourites' },
    onMutate: async (changed) => {
      await queries.cancelQueries({ queryKey: KEY });
      show(changed);
    },
    onError: (_error, { person: changed, favourite }) =>
      void show({ person: changed, favourite: !favourite }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY, refetchType: 'none' }),
  });
}

function withFavourite({ data }: SuggestedPlayers, { person: changed, favourite }: Change): SuggestedPlayers {
  const isKnown = data.players.some(({ email }) => email === changed.email);
  const players = isKnown
    ? data.players.map((known) => (known.email === changed.email ? { ...known, favourite } : known))
    : [...data.players, { ...changed, favourite, last_played: null, rounds: 0 }];
  return { data: { ...data, players } };
}
