// The players of a booking, and adding players.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';
import { commandQuery } from '@/api/command.ts';
import { roundsChanged } from '@/api/rounds.ts';
import { rows } from '@/api/rows.ts';
import { acknowledgement, text } from '@/api/schemas.ts';
import { reservationKeys } from '@/features/reservations/queries.ts';
import { CANCELLED } from '@/features/reservations/schemas.ts';
import { settleAddition, type Addition } from './addition.ts';

export const booking = z.object({
  data: z.object({
    play_date: z.string(),
    golfclub: z.object({ name: z.string() }),
    is_group_master: z.boolean(),
    players: rows(
      z.object({
        first_name: z.string(),
        prefix: text,
        last_name: z.string(),
        email: z.string(),
        status: z.string(),
        /** The player's own place in the booking. */
        reservation_id: z.string(),
        is_me: z.boolean(),
      }),
    ),
    free_slots: z.number(),
  }),
});

export type Booking = z.infer<typeof booking>['data'];
export type BookedPlayer = Booking['players'][number];

/** A booking, for every screen that changes its players: each selects from the same answer. */
export const bookingAnswer = (reservationId: string) => ({
  queryKey: reservationKeys.one(reservationId),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    call(`/reservations/${encodeURIComponent(reservationId)}`, { schema: booking, signal }),
});

export function bookingQuery(reservationId: string) {
  return queryOptions({
    ...bookingAnswer(reservationId),
    select: ({ data }) => ({
      players: data.players.filter((player) => player.status !== CANCELLED),
      freeSlots: data.free_slots,
    }),
  });
}

/** Adds the chosen players, once. */
export function addQuery({ reservationId, players, key, outcome }: Addition, queries: QueryClient) {
  return queryOptions({
    ...commandQuery({
      queryKey: ['add-players', reservationId, key],
      send: async () => {
        if (key === null) throw new Error('only a requested addition is sent');
        await call(`/reservations/${encodeURIComponent(reservationId)}/player/add`, {
          method: 'POST',
          body: { players: players.map(({ email }) => email) },
          schema: acknowledgement,
          idempotencyKey: key,
        });
        return players.length;
      },
      onAccepted: () => settleAddition(reservationId, key, 'added'),
      onRejected: () => settleAddition(reservationId, key, 'rejected'),
      onSettled: () => {
        // The former list of players must not be shown, not even while the new one is loading.
        queries.removeQueries(bookingQuery(reservationId));
        void roundsChanged(queries);
      },
    }),
    // After a success, a reload sends nothing.
    ...(outcome === 'added' ? { initialData: players.length } : {}),
  });
}
