// Reading and cancelling bookings.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { today } from '@/api/clock.ts';
import { ROUNDS, roundsChanged } from '@/api/rounds.ts';
import { acknowledgement } from '@/api/schemas.ts';
import { reservationList, type Reservation } from './schemas.ts';

export const reservationKeys = {
  upcoming: [ROUNDS, 'upcoming'] as const,
  history: [ROUNDS, 'history'] as const,
  one: (id: string) => [ROUNDS, 'one', id] as const,
};

/** What stays on the device of rounds whose day is over: no code of a voucher. */
function withoutPastCodes({ data }: { readonly data: readonly Reservation[] }) {
  return { data: data.map((round) => (round.play_date < today() ? withoutCodes(round) : round)) };
}

function withoutCodes(round: Reservation): Reservation {
  return { ...round, players: round.players.map((player) => ({ ...player, voucher_code: '' })) };
}

export const upcomingQuery = queryOptions({
  queryKey: reservationKeys.upcoming,
  queryFn: ({ signal }) => call('/reservations', { schema: reservationList, signal }),
  meta: { storeOffline: true, restored: withoutPastCodes },
  select: ({ data }) => data,
});

/** The member's own place, the whole group or one co-player's place (both by the master). */
export type CancelMode = 'self' | 'group' | 'individual';

const paths: Record<CancelMode, (id: string) => string> = {
  self: (id) => `/reservations/${id}/cancel`,
  group: (id) => `/reservations/${id}/group/cancel`,
  individual: (id) => `/reservations/${id}/player/remove`,
};

export function useCancel() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ mode, id }: { mode: CancelMode; id: string }) =>
      call(paths[mode](id), { method: 'POST', schema: acknowledgement }),
    // The list is fetched again after any outcome: a failure often means that it was outdated.
    onSettled: () => roundsChanged(queries),
  });
}

export const loadTexts = {
  failure: 'fout bij het ophalen van reserveringen',
  network: 'Netwerkfout bij het ophalen van reserveringen.',
};

export const cancelTexts = {
  failure: 'Het annuleren is niet gelukt. Er is niets gewijzigd. Probeer het later opnieuw.',
  network: 'Netwerkfout bij het annuleren. Kijk in de lijst of het toch gelukt is.',
};
