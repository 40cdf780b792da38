// Cancelling places of a booking.
import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { roundsChanged } from '@/api/rounds.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';

/** The member's own place, the whole group or one co-player's place (both by the master). */
export type CancelMode = 'self' | 'group' | 'individual';

const paths: Record<CancelMode, (id: string) => string> = {
  self: (id) => `/reservations/${id}/cancel`,
  group: (id) => `/reservations/${id}/group/cancel`,
  individual: (id) => `/reservations/${id}/player/remove`,
};

const mutationKey = ['cancel'];

export function useCancel() {
  const queries = useQueryClient();
  return useSingleMutation({
    mutationKey,
    mutationFn: ({ mode, id }: { mode: CancelMode; id: string }) => call(paths[mode](id), { method: 'POST' }),
    // The list is fetched again after any outcome: a failure often means that it was outdated.
    onSettled: () => roundsChanged(queries),
  });
}

/** Whether the answer to a cancellation is awaited. */
export function useIsCancelling(): boolean {
  return useIsMutating({ mutationKey }) > 0;
}

export const cancelTexts = {
  failure: 'Het annuleren is niet gelukt. Er is niets gewijzigd. Probeer het later opnieuw.',
  network: 'Netwerkfout bij het annuleren. Kijk in de lijst of het toch gelukt is.',
};
