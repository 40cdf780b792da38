// Stores copies of query data, and uses them when the server cannot be reached.
import type { Query, QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/error.ts';
import { findCopy, saveCopy } from './copies.ts';

export function storeCopies(queries: QueryClient): () => void {
  const restoreCopy = ({ queryKey, state, meta }: Query) => {
    const copy = state.data === undefined && isUnreachable(state.error) ? findCopy(queryKey) : undefined;
    if (!copy) return;
    // Data that must not outlive its day is removed from the device, too.
    const restored = meta?.['restored'] as ((data: unknown) => unknown) | undefined;
    const data = restored ? restored(copy.data) : copy.data;
    if (restored) saveCopy(queryKey, { ...copy, data });
    queries.setQueryData(queryKey, data, { updatedAt: copy.updatedAt });
    // A copy is always stale: it is fetched again when the network comes back.
    void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  };

  const cache = queries.getQueryCache();
  // Queries may have succeeded or failed before this was loaded.
  for (const query of cache.findAll({ predicate: isStoredOffline })) {
    if (query.state.status === 'success') storeCopy(query);
    if (query.state.status === 'error') restoreCopy(query);
  }
  return cache.subscribe((event) => {
    if (event.type !== 'updated' || !isStoredOffline(event.query)) return;
    if (event.action.type === 'success' && !event.action.manual) storeCopy(event.query);
    if (event.action.type === 'error') restoreCopy(event.query);
  });
}

function storeCopy({ queryKey, state }: Query): void {
  saveCopy(queryKey, { data: state.data, updatedAt: state.dataUpdatedAt });
}

function isStoredOffline(query: Query): boolean {
  return query.meta?.['storeOffline'] === true;
}

/** The server was not reached. A response of the server, such as a rejection, must be shown instead. */
function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'network' || error.kind === 'timeout');
}
