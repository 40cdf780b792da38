// The members' cache: it is stored for use without a network, and what is stale is fetched again.
import type { QueryClient } from '@tanstack/react-query';
import * as api from '@/api/queryClient.ts';
import { createCaches } from '@/features/offline/contact.ts';
import { refetchWhileStale } from '@/features/offline/refetchStale.ts';

export function createQueryClient(): QueryClient {
  return api.createQueryClient({
    ...createCaches(),
    defaultOptions: {
      queries: { refetchOnReconnect: true, gcTime: 15 * 60_000, refetchInterval: refetchWhileStale },
    },
  });
}
