import { expect, test, vi } from 'vitest';
import {
  CLUBS,
  install,
  MEMBERS,
  removeOldVersions,
  respondWithFile,
  respondWithPage,
  strategyFor,
  type Environment,
} from './strategy.ts';

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
  return {
    app: MEMBERS,
    origin,
    caches: caches as unknown as CacheStorage,
    fetch,
    names: () => [...stores.keys()],
  };
}

test.each([
  ['/reservations', 'navigate', 'page'],
  ['/reservation/players', 'navigate', 'page'],
  ['/', 'navigate', 'page'],
  ['/assets/app-1.js', 'no-cors', 'file'],
  ['/api/reservations', 'cors', 'pass'],
  ['/api/docs', 'navigate', 'pass'],
  ['/vouchers/buy', 'navigate', 'page'],
  ['/vouchers/abc.pdf', 'navigate', 'pass'],
  ['/api/vouchers/eyJhbGciOi.J9-_x.pdf', 'navigate', 'pass'],
  ['/api/calendar/eyJhbGciOi.J9-_x.ics', 'navigate', 'pass'],
  ['/rondes/abc.ics', 'navigate', 'pass'],
  ['/sandbox/checkout/tr_1', 'navigate', 'pass'],
  ['/club', 'navigate', 'pass'],
  ['/club/scan', 'navigate', 'pass'],
  ['/operator', 'navigate', 'pass'],
  ['/operator/member/7f3a', 'navigate', 'pass'],
  ['/operator/assets/main-1.js', 'no-cors', 'pass'],
  ['/operator/api/session', 'cors', 'pass'],
  ['/reservations', 'cors', 'pass'],
  ['https://elsewhere.test/assets/app-1.js', 'no-cors', 'pass'],
] as const)('%s as %s: %s', (path, mode, strategy) => {
  const request = { method: 'GET', mode, url: new URL(path, origin).href };
  expect(strategyFor(request, { app: MEMBERS, origin })).toBe(strategy);
});

test.each([
  ['/club/', 'navigate', 'page'],
  ['/club/scan', 'navigate', 'page'],
  ['/club/assets/scan-1.js', 'no-cors', 'file'],
  ['/club/api/offline', 'cors', 'pass'],
  ['/club/api/docs', 'navigate', 'pass'],
  ['/reservations', 'navigate', 'pass'],
  ['/assets/app-1.js', 'no-cors', 'pass'],
] as const)('of the clubs, %s as %s: %s', (path, mode, strategy) => {
  const request = { method: 'GET', mode, url: new URL(path, origin).href };
  expect(strategyFor(request, { app: CLUBS, origin })).toBe(strategy);
});

test('never handles a request that changes data', () => {
  const request = { method: 'POST', mode: 'navigate', url: `${origin}/reservations` } as const;
  expect(strategyFor(request, { app: MEMBERS, origin })).toBe('pass');
});

test("uses the server's page when the server responds", async () => {
  const environment = fakeCaches();
  await install(build, environment);
  const response = await respondWithPage(Promise.resolve(new Response('fresh')), build, environment);
  expect(await response.text()).toBe('fresh');
});

test.each([
  ['no network', () => Promise.reject(new TypeError('offline'))],
  ['a broken server', () => Promise.resolve(new Response('oops', { status: 502 }))],
])('uses the installed page with %s', async (_, response) => {
  const environment = fakeCaches();
  await install(build, environment);
  expect(await (await respondWithPage(response(), build, environment)).text()).toBe('cached /');
});

test('does not wait for a network that does not respond', async () => {
  vi.useFakeTimers();
  try {
    const environment = fakeCaches();
    await install(build, environment);
    const shown = respondWithPage(new Promise(() => {}), build, environment);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await (await shown).text()).toBe('cached /');
  } finally {
    vi.useRealTimers();
  }
});

test('serves hashed files from the cache, and fetches the others', async () => {
  const environment = fakeCaches();
  await install(build, environment);
  expect(await (await respondWithFile(new Request(`${origin}/assets/app-1.js`), environment)).text()).toBe(
    'cached /assets/app-1.js',
  );
  expect(await (await respondWithFile(new Request(`${origin}/assets/app-2.js`), environment)).text()).toBe(
    'fetched',
  );
});

test('retains this version, the one before, and caches of other programs', async () => {
  const environment = fakeCaches(['fairway-oldest', 'fairway-old', 'club-old', 'club-older', 'fairway-new']);
  await removeOldVersions(build, environment);
  expect(environment.names()).toEqual(['fairway-old', 'club-old', 'club-older', 'fairway-new']);
});
