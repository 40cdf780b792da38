// The players of a booking, and adding players.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';
import { Reservation } from '@/api/generated/Reservation.ts';
import { ReservedClub } from '@/api/generated/ReservedClub.ts';
import { commandQuery } from '@/api/command.ts';
import { roundsChanged } from '@/api/rounds.ts';
import { tolerant } from '@/api/tolerant.ts';
import { reservationKeys } from '@/features/reservations/queries.ts';
import { CANCELLED } from '@/features/reservations/status.ts';
import { settleAddition, type Addition } from './addition.ts';

/** The fields of a booking that these screens read: they work without the rest. */
const booking = z.extend(
  z.pick(Reservation, {
    play_date: true,
    is_group_master: true,
    players: true,
    free_slots: true,
    day_is_full: true,
  }),
  { golfclub: z.pick(ReservedClub, { name: true }) },
);
export type Booking = z.infer<typeof booking>;
const answer = tolerant(z.object({ data: booking }));

/** A booking, for every screen that changes its players: each selects from the same answer. */
const bookingAnswer = (reservationId: string) => ({
  queryKey: reservationKeys.one(reservationId),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    call(`/reservations/${encodeURIComponent(reservationId)}`, { schema: answer, signal }),
});

export function bookingQuery(reservationId: string) {
  return queryOptions({
    ...bookingAnswer(reservationId),
    select: ({ data }): Joinable => ({
      players: data.players.filter((player) => player.status !== CANCELLED),
      freeSlots: data.free_slots,
      isDayFull: data.day_is_full === true,
      golfclub: data.golfclub.name,
      date: data.play_date,
    }),
  });
}

/** A booking as the screen that adds players needs it. */
export interface Joinable {
  /** Those who play. */
  readonly players: Booking['players'];
  readonly freeSlots: number;
  /** Room in the group, and none on the club's day. */
  readonly isDayFull: boolean;
  /** The club's name. */
  readonly golfclub: string;
  readonly date: string;
}

/** The booking as the screen that swaps a player needs it. */
export function swapBookingQuery(reservationId: string) {
  return queryOptions({ ...bookingAnswer(reservationId), select: ({ data }) => data });
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
