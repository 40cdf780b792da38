// Opens the whole app at an address against the fake portal: real routes, real client, only the network is
// replaced. Returns the portal, so that a test can check its requests.
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider, type HistoryState } from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { StrictMode } from 'react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { today } from '../src/api/clock.ts';
import { createQueryClient } from '../src/app/queryClient.ts';
import { createAppRouter } from '../src/app/router.tsx';
import { setSubscriptionFlag, startSession } from '../src/session/session.ts';
import { departuresOf } from './description.ts';
import type { MockResponse } from './mockResponse.ts';
import { createPortal } from './portal.ts';

export type Portal = ReturnType<typeof createPortal>;

const server = setupServer();
/** Where the fake portal departed from the server's description. */
const departures: string[] = [];
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  server.resetHandlers();
  const found = departures.splice(0);
  if (found.length > 0) throw new Error(`Not as the server's description says:\n${found.join('\n')}`);
});
afterAll(() => server.close());

export const networkError = Symbol('no network');
/** When it returns undefined, the fake portal responds. */
type Override = (
  body: Record<string, unknown>,
  key: string | null,
  headers: Headers,
) => OverrideResult | Promise<OverrideResult>;
type OverrideResult = MockResponse | typeof networkError | undefined;

/** A response that comes when the test says so. */
export function held() {
  const held = { release: () => {}, response: Promise.resolve<undefined>(undefined) };
  held.response = new Promise((resolve) => {
    held.release = () => resolve(undefined);
  });
  return held;
}

/** Lets the fake portal respond to the app's calls; `overrides` respond instead of it, by `METHOD /path`. */
export function servePortal(email?: string, overrides: Record<string, Override> = {}): Portal {
  const portal = createPortal(today(), email);
  server.use(
    http.all('*/api/*', async ({ request }) => {
      const text = await request.text();
      const body = text ? (JSON.parse(text) as Record<string, unknown>) : {};
      const path = new URL(request.url).pathname.replace(/^\/api/, '');
      const key = request.headers.get('idempotency-key');
      const override = await overrides[`${request.method} ${path}`]?.(body, key, request.headers);
      if (override === networkError) return HttpResponse.error();
      const { status = 200, body: answer } =
        override ?? portal.respond(request.method, request.url, body, key);
      // An override may break the contract on purpose; the fake portal has no live stream.
      if (!override && path !== '/live') {
        const call = `${request.method} ${path}`;
        departures.push(...(await departuresOf({ call, requestBody: body, status, body: answer })));
      }
      return HttpResponse.json(answer as never, { status });
    }),
  );
  return portal;
}

/** Logs in without the log-in screen. */
export function beLoggedIn(email = 'jan.devries@fairway.example', hasSubscription = true): void {
  startSession('pretend-token', email);
  setSubscriptionFlag(hasSubscription);
}

export function openApp(address: string, state: HistoryState = {}) {
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 1 } });
  const history = createMemoryHistory({ initialEntries: [address] });
  history.replace(address, state);
  const router = createAppRouter(queryClient, history);
  render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  return { router, queryClient };
}

/** Loads the page again: of the tab remain its address, the state of that entry in its history, and the storages. */
export function reload({ router }: Pick<ReturnType<typeof openApp>, 'router'>) {
  cleanup();
  const { href, state } = router.history.location;
  return openApp(href, state);
}
