// The queries whose data a booking, a cancellation or an added player changes, by any member. They share the first
// part of their key, so that there is no list of them.
import type { QueryClient } from '@tanstack/react-query';

/** First part of the key of every query that depends on the rounds of this member or of co-players. */
export const ROUNDS = 'rounds';

/** Invalidates those queries; settles when the active ones have been fetched again. */
export function roundsChanged(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: [ROUNDS] });
}
