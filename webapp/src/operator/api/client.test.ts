import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { get } from './client.ts';

test('a call that is cancelled while its body arrives is no unreadable answer', async () => {
  const cancelling = new AbortController();
  const body = new ReadableStream({
    pull(controller) {
      cancelling.abort();
      controller.error(cancelling.signal.reason);
    },
  });
  const fetching = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body));
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const failure: unknown = await get('/thing', z.object({}), { signal: cancelling.signal }).catch(
    (error: unknown) => error,
  );
  fetching.mockRestore();
  expect(failure).toMatchObject({ name: 'AbortError' });
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});
