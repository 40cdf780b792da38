// Opens the clubs' screens at an address against the fake clubhouse: real routes, real client, only the network is replaced.
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { StrictMode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { createQueryClient } from '../../src/api/queryClient.ts';
import { setCsrfToken } from '../../src/club/api/client.ts';
import { createClubRouter } from '../../src/club/app/router.tsx';
import { forgetNames, syncNow } from '../../src/club/features/scan/queue.ts';
import { keptScans, removeScans } from '../../src/club/features/scan/store.ts';
import { reportContact } from '../../src/ui/serverContact.ts';
import { clubs } from '../description.ts';
import type { MockRequest, MockResponse } from '../mockResponse.ts';
import { createClubhouse, type Clubhouse, type ClubhouseOptions } from './clubhouse.ts';

/** What the screens listen to: a test says which day changed. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readyState = 1;
  constructor(readonly url: string) {
    super();
    FakeEventSource.opened.push(this);
  }
  close() {
    this.readyState = FakeEventSource.CLOSED;
  }
  report(date: string) {
    this.dispatchEvent(new MessageEvent('changed', { data: JSON.stringify({ date }) }));
  }
}

const server = setupServer();
const disk = new IDBFactory();
let isOpen = false;
/** Where the fake departed from the server's description. */
const departures: string[] = [];
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  FakeEventSource.opened = [];
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('indexedDB', disk);
});
afterEach(async () => {
  cleanup();
  // What the device still sends would go to the server of the next test.
  if (isOpen) await act(syncNow);
  isOpen = false;
  await removeScans(await keptScans());
  await forgetNames();
  vi.unstubAllGlobals();
  server.resetHandlers();
  setCsrfToken(null);
  reportContact(true);
  const found = departures.splice(0);
  if (found.length > 0) throw new Error(`Not as the server's description says:\n${found.join('\n')}`);
});
afterAll(() => server.close());

/** Without an answer, as when the server cannot be reached. */
export const networkError = 'network error';

type Override = (
  request: MockRequest & { readonly headers: Headers },
) => MockResponse | typeof networkError | undefined;

/** `overrides` answer instead of the fake, by `METHOD /path`, unless they return undefined. */
export function serveClub(
  options: ClubhouseOptions = {},
  overrides: Record<string, Override> = {},
): Clubhouse {
  const clubhouse = createClubhouse(options);
  server.use(
    http.all('*/club/api/*', async ({ request }) => {
      const isJson = request.headers.get('content-type') === 'application/json';
      const body = isJson ? ((await request.json()) as Record<string, unknown>) : {};
      const url = new URL(request.url);
      const call = `${request.method} ${url.pathname.replace(/^\/club\/api/, '')}`;
      const { headers } = request;
      const override = overrides[call]?.({ query: url.searchParams, body, id: '', headers });
      if (override === networkError) return HttpResponse.error();
      const { status = 200, body: sent } = override ?? clubhouse.respond(request.method, url, body);
      if (!override)
        departures.push(...(await clubs.departuresOf({ call, requestBody: body, status, body: sent })));
      return sent === undefined
        ? new HttpResponse(null, { status })
        : HttpResponse.json(sent as never, { status });
    }),
  );
  return clubhouse;
}

/** `address` is below `/club`. */
export function openClub(address: string) {
  isOpen = true;
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 1 } });
  const history = createMemoryHistory({ initialEntries: [`/club${address}`] });
  const router = createClubRouter(queryClient, history);
  render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  return { router, queryClient, history };
}
