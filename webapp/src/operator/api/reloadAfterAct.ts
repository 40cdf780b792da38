// Reads again what an act for a member or on a booking may have changed.
import type { QueryClient } from '@tanstack/react-query';

/** An act changes more than the member: rounds of others, club days, timelines and what operators did. */
export function reloadAfterAct(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
}
