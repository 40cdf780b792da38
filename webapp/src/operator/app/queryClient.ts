// One cache for all server data, in memory only: nothing about a member stays on the operator's computer.
import { QueryClient } from '@tanstack/react-query';
import { OperatorError } from '../api/client.ts';

/** Only after no response or from an unavailable server: a refusal does not change. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= 1 || !(error instanceof OperatorError)) return false;
  return error.status === 0 || error.status === 502 || error.status === 503;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', staleTime: 10_000, retry: shouldRetry, retryDelay: 600 },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
