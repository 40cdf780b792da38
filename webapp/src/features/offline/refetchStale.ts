// When a query with a stale copy is fetched again.
import type { QueryMeta } from '@tanstack/react-query';

const REFETCH_MS = 10_000;

interface CachedQuery {
  readonly meta: QueryMeta | undefined;
  readonly state: { readonly data: unknown; readonly isInvalidated: boolean };
}

/** A browser reports that it is online before requests succeed; data that stays stale is fetched again. */
export function refetchWhileStale({ meta, state }: CachedQuery): number | false {
  const isOld = meta?.['keepOffline'] === true && state.data !== undefined && state.isInvalidated;
  return isOld && navigator.onLine ? REFETCH_MS : false;
}
