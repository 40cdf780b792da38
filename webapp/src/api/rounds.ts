// Which answers a booking, a cancellation or an added player changes, whoever made it. They share the first part of
// their query key, so that nobody keeps a list of them.
import type { QueryClient } from '@tanstack/react-query';

/** First part of the key of every answer that depends on the rounds of this member or of co-players. */
export const ROUNDS = 'rounds';

/** Marks those answers as out of date; settles when those on the screen have been fetched again. */
export function roundsChanged(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: [ROUNDS] });
}
