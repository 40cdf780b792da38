// Whom the member plays with: people, flights and favourites, in the server's order. A changed favourite is shown at
// once and taken back when it could not be stored; the order changes at a next visit only, so that nothing moves below
// a finger.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';
import { rows } from '@/api/rows.ts';
import { ROUNDS } from '@/api/rounds.ts';
import { acknowledgement } from '@/api/schemas.ts';
import { excluding, person, type Person } from './queries.ts';

const knownPerson = z.extend(person, { favourite: z.boolean() });
export type KnownPerson = z.infer<typeof knownPerson>;

const flight = z.object({ players: z.array(z.string()) });
/** The addresses of players who played together, without the member. */
export type Flight = z.infer<typeof flight>;

export const suggested = z.object({
  data: z.object({
    players: rows(knownPerson),
    flights: rows(flight),
    /** People of the demonstration data; empty for real members. */
    samples: rows(person),
  }),
});
type Suggested = z.infer<typeof suggested>;

const KEY = [ROUNDS, 'suggestedPlayers'];

/** `excludeReservation` leaves out the players of that booking. */
export function suggestedQuery(excludeReservation?: string) {
  return queryOptions({
    queryKey: [...KEY, excludeReservation ?? null],
    queryFn: ({ signal }) =>
      call(`/reservations/players/suggested${excluding(excludeReservation)}`, { schema: suggested, signal }),
    select: ({ data }) => data,
    staleTime: 5 * 60_000,
  });
}

interface Change {
  readonly person: Person;
  readonly favourite: boolean;
}

export function useFavourite() {
  const queries = useQueryClient();
  const show = (changed: Change) =>
    queries.setQueriesData(
      { queryKey: KEY },
      (old: Suggested | undefined) => old && withFavourite(old, changed),
    );
  return useMutation({
    mutationFn: ({ person: { email }, favourite }: Change) =>
      call('/users/me/favourites', { method: 'POST', body: { email, favourite }, schema: acknowledgement }),
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

function withFavourite({ data }: Suggested, { person: changed, favourite }: Change): Suggested {
  const isKnown = data.players.some(({ email }) => email === changed.email);
  const players = isKnown
    ? data.players.map((known) => (known.email === changed.email ? { ...known, favourite } : known))
    : [...data.players, { ...changed, favourite }];
  return { data: { ...data, players } };
}
