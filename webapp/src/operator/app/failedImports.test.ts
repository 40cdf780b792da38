import { afterEach, expect, test, vi } from 'vitest';
import './failedImports.ts';

const missing = new TypeError('Failed to fetch dynamically imported module: /operator/assets/FindScreen.js');

afterEach(() => vi.restoreAllMocks());

test('a file that is missing on a server that is there is of an older version: the router reloads', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  await expect(self.$failed(missing)).rejects.toBe(missing);
});

test('without a server it is a failure of the network, which the app shows itself', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(self.$failed(missing)).rejects.toMatchObject({ name: 'ApiError', kind: 'network' });
});

test('the next attempt asks for another address', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const before = self.$retry;
  await expect(self.$failed(missing)).rejects.toBeDefined();
  expect(self.$retry).toBe(`${before}?`);
});
