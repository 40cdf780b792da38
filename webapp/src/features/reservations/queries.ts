// Reading bookings.
import { queryOptions } from '@tanstack/react-query';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { call } from '@/api/client.ts';
import { ReservationList } from '@/api/generated/ReservationList.ts';
import { tolerant } from '@/api/tolerant.ts';
import { today } from '@/api/clock.ts';
import { ROUNDS } from '@/api/rounds.ts';

export const reservationKeys = {
  upcoming: [ROUNDS, 'upcoming'] as const,
  history: [ROUNDS, 'history'] as const,
  one: (id: string) => [ROUNDS, 'one', id] as const,
};

/** The rounds as they stay on the device: after its day a round keeps no code of a voucher. */
function withoutPastCodes({ data }: { readonly data: readonly Reservation[] }) {
  return { data: data.map((round) => (round.play_date < today() ? withoutCodes(round) : round)) };
}

function withoutCodes(round: Reservation): Reservation {
  return { ...round, players: round.players.map((player) => ({ ...player, voucher_code: '' })) };
}

export const upcomingQuery = queryOptions({
  queryKey: reservationKeys.upcoming,
  queryFn: ({ signal }) => call('/reservations', { schema: tolerant(ReservationList), signal }),
  meta: { storeOffline: true, restored: withoutPastCodes },
  select: ({ data }) => data,
});

export const loadTexts = {
  failure: 'fout bij het ophalen van reserveringen',
  network: 'Netwerkfout bij het ophalen van reserveringen.',
};
