import type { QueryClient } from '@tanstack/react-query';
import { roundsChanged } from '@/api/rounds.ts';

/** A group's booking is several events, within milliseconds of each other. */
const DEBOUNCE_MS = 150;

/** Returns a function that calls `roundsChanged` once for a burst of calls. */
export function debouncedRoundsChanged(queries: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => void roundsChanged(queries), DEBOUNCE_MS);
  };
}
