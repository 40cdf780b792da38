// Who plays in a booking, and adding to them.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';
import { ApiError } from '@/api/error.ts';
import { acknowledgement, text } from '@/api/schemas.ts';
import { CANCELLED } from '@/features/reservations/schemas.ts';
import { settleAddition, type Addition } from './addition.ts';

const booking = z.object({
  data: z.object({
    players: z.array(
      z.object({
        first_name: z.string(),
        prefix: text,
        last_name: z.string(),
        email: z.string(),
        status: z.string(),
      }),
    ),
    free_slots: z.number(),
  }),
});

export function bookingQuery(reservationId: string) {
  return queryOptions({
    queryKey: ['reservations', 'one', reservationId],
    queryFn: ({ signal }) =>
      call(`/reservations/${encodeURIComponent(reservationId)}`, { schema: booking, signal }),
    select: ({ data }) => ({
      players: data.players.filter((player) => player.status !== CANCELLED),
      freeSlots: data.free_slots,
    }),
  });
}

/** No answer, or one that leaves open what became of it: asking again under the same key is right. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return (
    error.outcomeUnknown || error.status === 401 || error.status === 429 || error.retryAfter !== undefined
  );
}

/** Adds the chosen players. As a query under its key it runs once, however often the screen is drawn. */
export function addQuery({ reservationId, players, key, outcome }: Addition, queries: QueryClient) {
  return queryOptions({
    queryKey: ['add-players', reservationId, key],
    queryFn: async () => {
      if (key === null) throw new Error('only a requested addition is sent');
      try {
        await call(`/reservations/${encodeURIComponent(reservationId)}/player/add`, {
          method: 'POST',
          body: { players: players.map(({ email }) => email) },
          schema: acknowledgement,
          idempotencyKey: key,
        });
        settleAddition(reservationId, key, 'added');
        return players.length;
      } catch (error) {
        if (!isOutcomeUnknown(error)) settleAddition(reservationId, key, 'rejected');
        throw error;
      } finally {
        queries.removeQueries({ queryKey: bookingQuery(reservationId).queryKey });
        for (const queryKey of [['reservations'], ['historicPlayers']]) {
          void queries.invalidateQueries({ queryKey });
        }
      }
    },
    // A reload after the success finds it done, and sends nothing.
    ...(outcome === 'added' ? { initialData: players.length } : {}),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retryOnMount: false,
  });
}
