// When a query with a stale copy is fetched again.
import type { QueryMeta } from '@tanstack/react-query';

const REFETCH_MS = 10_000;

interface CachedQuery {
  readonly meta: QueryMeta | undefined;
  readonly state: { readonly data: unknown; readonly isInvalidated: boolean };
}

/** A browser may report that it is online before requests succeed, so stale data is fetched until it is current. */
export function refetchWhileStale({ meta, state }: CachedQuery): number | false {
  const isStale = meta?.['storeOffline'] === true && state.data !== undefined && state.isInvalidated;
  return isStale && navigator.onLine ? REFETCH_MS : false;
}
