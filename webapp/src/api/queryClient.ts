// One cache for all server data. `always` lets a query without a network fail (or answer from the cache) instead of
// waiting, also when the network went away in the pause before a retry.
import { notifyManager, onlineManager, QueryClient, type QueryClientConfig } from '@tanstack/react-query';
import { ApiError } from './error.ts';

// The screen shows the change of a press before the browser draws again. The library's timer came after that: a pressed
// switch went back to the saved value, and then changed.
notifyManager.setScheduler(queueMicrotask);

/** Only after no response or from an unavailable server: a rejection does not change. */
function shouldRetry(failures: number, error: unknown): boolean {
  // Without a network a retry would be paused, and the screen would keep waiting.
  if (!navigator.onLine) return false;
  if (failures >= 1 || !(error instanceof ApiError)) return false;
  return error.kind === 'network' || error.status === 502 || error.status === 503;
}

export function createQueryClient({ defaultOptions, ...caches }: QueryClientConfig = {}): QueryClient {
  // Its initial state is online: without this it would not notice when the network comes back.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    ...caches,
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        retry: shouldRetry,
        retryDelay: 600,
        ...defaultOptions?.queries,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
