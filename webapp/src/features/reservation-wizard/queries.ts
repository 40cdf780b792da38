// The wizard's requests: the clubs, the days, and the reservation itself.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';
import { commandQuery } from '@/api/command.ts';
import { AvailabilityAnswer } from '@/api/generated/AvailabilityAnswer.ts';
import { roundsChanged } from '@/api/rounds.ts';
import { tolerant } from '@/api/tolerant.ts';
import { FREE, FRESH_MS, reservableClubsQuery } from '@/features/courses/reservableClubs.ts';
import type { Draft, Holes } from '@/features/draft/draft.ts';
import { dispatch } from '@/features/draft/draftStore.ts';

export type Availability = AvailabilityAnswer['data'];

/** A success that cannot be read is one too: its details are in the list of rounds. */
const placed = z.catch(z.object({ reservation_id: z.optional(z.string()) }), {});

export const wizardKeys = {
  availability: (body: object) => [...FREE, 'availability', body] as const,
  alternatives: (body: object) => [...FREE, 'alternatives', body] as const,
  /** Not below `ROUNDS`: changed rounds must never send an order again. */
  place: (key: string) => ['place', key] as const,
};

export const emails = (draft: Draft) => draft.players.map((player) => player.email);

/** The server refuses questions without these answers. A screen that is still there after the draft was emptied, or
 * whose group may play fewer holes now, asks nothing. */
const canAsk = ({ holes, players }: Draft) => holes !== null && players.length > 0;

export function clubsQuery(draft: Draft) {
  const body = {
    holes: draft.holes,
    players: emails(draft),
    // The date limits the choice of club only where it was chosen first.
    date: draft.firstSelector === 'date' ? draft.date : null,
  };
  return reservableClubsQuery(body, canAsk(draft));
}

export function availabilityQuery(draft: Draft, golfclub: string | null) {
  const body = { holes: draft.holes, golfclub, players: emails(draft) };
  return queryOptions({
    queryKey: wizardKeys.availability(body),
    queryFn: ({ signal }) =>
      call('/reservations/availability', {
        method: 'POST',
        body,
        schema: tolerant(AvailabilityAnswer),
        signal,
      }),
    select: ({ data }): Availability => data,
    enabled: canAsk(draft),
    staleTime: FRESH_MS,
  });
}

export interface Order {
  readonly key: string;
  readonly holes: Holes;
  readonly golfclub: string;
  readonly players: readonly string[];
  readonly date: string;
}

/** The complete draft as an order under its key, or null when an answer is missing. */
export function orderOf(draft: Draft, key: string): Order | null {
  const { holes, golfclub, date } = draft;
  if (!holes || !golfclub || !date || draft.players.length === 0) return null;
  return { key, holes, golfclub: golfclub.id, players: emails(draft), date };
}

/** Places the reservation, once. */
export function placeQuery({ key, ...body }: Order, queries: QueryClient) {
  return commandQuery({
    queryKey: wizardKeys.place(key),
    send: () =>
      call('/reservations', {
        method: 'POST',
        body: { ...body, windowSize: windowSize() },
        schema: placed,
        idempotencyKey: key,
      }),
    onAccepted: () => dispatch({ type: 'reset' }),
    onRejected: () => dispatch({ type: 'rejected', key }),
    onSettled: () => {
      // The former availability must not be shown again, not even while the new one is loading.
      queries.removeQueries({ queryKey: FREE });
      void roundsChanged(queries);
    },
  });
}

function windowSize() {
  return {
    browser: { width: window.innerWidth, height: window.innerHeight },
    device: { width: window.screen.width, height: window.screen.height },
  };
}
