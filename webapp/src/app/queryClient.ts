// The members' cache: it is stored for use without a network, and what is stale or lacks an own write is fetched again.
import type { QueryClient } from '@tanstack/react-query';
import { handleBehind } from '@/api/ownWrites.ts';
import * as api from '@/api/queryClient.ts';
import { createCaches } from '@/features/offline/contact.ts';
import { refetchWhileStale } from '@/features/offline/refetchStale.ts';

export function createQueryClient(): QueryClient {
  const queries = api.createQueryClient({
    ...createCaches(),
    defaultOptions: {
      queries: { refetchOnReconnect: true, gcTime: 15 * 60_000, refetchInterval: refetchWhileStale },
    },
  });
  handleBehind(() => {
    // A command is never sent again.
    void queries.invalidateQueries({ predicate: ({ meta }) => !meta?.['command'] });
  });
  return queries;
}
