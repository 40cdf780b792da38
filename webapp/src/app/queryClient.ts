// One cache for all server data. `offlineFirst` lets a deep link opened without a network fail (or answer from
// the cache) instead of waiting for ever.
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/error.ts';
import { askAgainWhileOld } from '@/features/offline/askAgain.ts';

/** Only a missing answer or an unavailable server is worth a second try: a refusal stays a refusal. */
function worthRetrying(failures: number, error: unknown): boolean {
  // Without a network a second try would only be put off, and the screen would wait for it for ever.
  if (!navigator.onLine) return false;
  if (failures >= 1 || !(error instanceof ApiError)) return false;
  return error.kind === 'network' || error.status === 502 || error.status === 503;
}

export function createQueryClient(): QueryClient {
  // It takes the network for granted until told otherwise, and would then miss its coming back.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'offlineFirst',
        staleTime: 10_000,
        gcTime: 15 * 60_000,
        retry: worthRetrying,
        retryDelay: 600,
        refetchInterval: askAgainWhileOld,
      },
      mutations: { networkMode: 'offlineFirst', retry: false },
    },
  });
}
