// Keeps copies of answers as they come in, and puts them in place of an answer that does not come.
import type { Query, QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/error.ts';
import { findCopy, saveCopy } from './copies.ts';

export function keepCopies(queries: QueryClient): () => void {
  const recover = ({ queryKey, state }: Query) => {
    const copy = state.data === undefined && isUnreachable(state.error) ? findCopy(queryKey) : undefined;
    if (!copy) return;
    queries.setQueryData(queryKey, copy.data, { updatedAt: copy.updatedAt });
    // However young the copy is, it never counts as an answer: the network that comes back asks again.
    void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  };

  const cache = queries.getQueryCache();
  // Answers may have come, or failed to, before this was loaded.
  for (const query of cache.findAll({ predicate: isKept })) {
    if (query.state.status === 'success') keep(query);
    if (query.state.status === 'error') recover(query);
  }
  return cache.subscribe((event) => {
    if (event.type !== 'updated' || !isKept(event.query)) return;
    if (event.action.type === 'success' && !event.action.manual) keep(event.query);
    if (event.action.type === 'error') recover(event.query);
  });
}

function keep({ queryKey, state }: Query): void {
  saveCopy(queryKey, { data: state.data, updatedAt: state.dataUpdatedAt });
}

function isKept(query: Query): boolean {
  return query.meta?.['keepOffline'] === true;
}

/** The server was not reached; whatever it says itself, a refusal above all, must be seen. */
function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'network' || error.kind === 'timeout');
}
