import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '@/api/error.ts';
import { createQueryClient } from './queryClient.ts';

const online = vi.spyOn(navigator, 'onLine', 'get');

function goOffline() {
  online.mockReturnValue(false);
  onlineManager.setOnline(false);
}

afterEach(() => {
  online.mockReturnValue(true);
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

test('a query whose network goes away in the pause before its retry fails, and waits for nothing', async () => {
  vi.useFakeTimers();
  online.mockReturnValue(true);
  const queryFn = vi.fn<() => Promise<never>>(() => Promise.reject(new ApiError('network', 0)));
  const client = createQueryClient();
  const failure = client
    .fetchQuery({ queryKey: ['rounds'], queryFn, retry: client.getDefaultOptions().queries?.retry ?? false })
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(100);
  expect(queryFn).toHaveBeenCalledTimes(1);
  goOffline();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await Promise.race([failure, Promise.resolve('waits')])).toBeInstanceOf(ApiError);
});
