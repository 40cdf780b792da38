import { expect, test, vi } from 'vitest';
import { answerFor, file, install, page, removeOldVersions, type Environment } from './strategy.ts';

const origin = 'https://fairway.test';
const build = { version: 'new', files: ['/', '/assets/app-1.js'] };

const key = (request: RequestInfo | URL) =>
  new URL(request instanceof Request ? request.url : String(request), origin).pathname;

/** Caches in memory, with the few methods that are used. */
function fakeCaches(names: readonly string[] = []) {
  const stores = new Map<string, Map<string, Response>>(names.map((name) => [name, new Map()]));
  const caches = {
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return {
        addAll: async (requests: Request[]) => {
          for (const request of requests) store.set(key(request), new Response(`cached ${key(request)}`));
        },
        match: async (request: RequestInfo | URL) => store.get(key(request)),
      };
    },
    match: async (request: RequestInfo) =>
      [...stores.values()].map((store) => store.get(key(request))).find(Boolean),
  };
  const fetch = vi.fn<Environment['fetch']>(async () => new Response('fetched'));
  return { origin, caches: caches as unknown as CacheStorage, fetch, names: () => [...stores.keys()] };
}

test.each([
  ['/reservations', 'navigate', 'page'],
  ['/reservation/players', 'navigate', 'page'],
  ['/', 'navigate', 'page'],
  ['/assets/app-1.js', 'no-cors', 'file'],
  ['/api/reservations', 'cors', 'pass'],
  ['/api/docs', 'navigate', 'pass'],
  ['/vouchers/abc.pdf', 'navigate', 'pass'],
  ['/rondes/abc.ics', 'navigate', 'pass'],
  ['/sandbox/checkout/tr_1', 'navigate', 'pass'],
  ['/reservations', 'cors', 'pass'],
  ['https://elsewhere.test/assets/app-1.js', 'no-cors', 'pass'],
] as const)('%s as %s: %s', (path, mode, answer) => {
  expect(answerFor({ method: 'GET', mode, url: new URL(path, origin).href }, origin)).toBe(answer);
});

test('never answers for what changes something', () => {
  expect(answerFor({ method: 'POST', mode: 'navigate', url: `${origin}/reservations` }, origin)).toBe('pass');
});

test('shows the page of the server while there is one', async () => {
  const around = fakeCaches();
  await install(build, around);
  const answer = await page(Promise.resolve(new Response('fresh')), build, around);
  expect(await answer.text()).toBe('fresh');
});

test.each([
  ['no network', () => Promise.reject(new TypeError('offline'))],
  ['a broken server', () => Promise.resolve(new Response('oops', { status: 502 }))],
])('shows the installed page with %s', async (_, answer) => {
  const around = fakeCaches();
  await install(build, around);
  expect(await (await page(answer(), build, around)).text()).toBe('cached /');
});

test('does not wait for a network that is there in name only', async () => {
  vi.useFakeTimers();
  try {
    const around = fakeCaches();
    await install(build, around);
    const shown = page(new Promise(() => {}), build, around);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await (await shown).text()).toBe('cached /');
  } finally {
    vi.useRealTimers();
  }
});

test('takes hashed files from the cache, and fetches what is not in it', async () => {
  const around = fakeCaches();
  await install(build, around);
  expect(await (await file(new Request(`${origin}/assets/app-1.js`), around)).text()).toBe(
    'cached /assets/app-1.js',
  );
  expect(await (await file(new Request(`${origin}/assets/app-2.js`), around)).text()).toBe('fetched');
});

test('keeps this version and the one before, and what is not ours', async () => {
  const around = fakeCaches(['fairway-oldest', 'fairway-old', 'other', 'fairway-new']);
  await removeOldVersions(build, around);
  expect(around.names()).toEqual(['fairway-old', 'other', 'fairway-new']);
});
