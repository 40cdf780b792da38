// Swapping a player of a booking for another, in one step.
import { useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { roundsChanged } from '@/api/rounds.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';

interface Swap {
  /** The place of the player who leaves. */
  readonly place: string;
  /** The address of the player who comes. */
  readonly email: string;
  readonly key: string;
}

export function useSwap() {
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ place, email, key }: Swap) =>
      call(`/reservations/${encodeURIComponent(place)}/player/swap`, {
        method: 'POST',
        body: { email },
        idempotencyKey: key,
      }),
    // Fetched again after any outcome: a failure often means that the list was outdated.
    onSettled: () => roundsChanged(queries),
  });
}

export const swapTexts = {
  failure: 'Het wisselen is niet gelukt. Er is niets gewijzigd. Probeer het later opnieuw.',
  network: 'Netwerkfout bij het wisselen. Probeer het opnieuw: er wordt niemand dubbel gewisseld.',
};
