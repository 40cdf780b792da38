import type { QueryClient } from '@tanstack/react-query';

/** Answers that a booking, by whomever, can change. Never the order itself: it must not be placed again. */
const CHANGING = [
  ['reservations'],
  ['wizard', 'clubs'],
  ['wizard', 'availability'],
  ['me'],
  ['subscriptions'],
  ['clubInfo'],
  ['historicPlayers'],
];
/** A group's booking is several events; they come within a blink of each other. */
const GATHER_MS = 150;

/** Returns a function that marks those answers out of date, once for a burst of calls. */
export function refresher(queries: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const queryKey of CHANGING) void queries.invalidateQueries({ queryKey });
    }, GATHER_MS);
  };
}
