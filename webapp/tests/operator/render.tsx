// Opens the operators' screens at an address against the fake office: real routes, real client, only the network is
// replaced.
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { StrictMode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { setCsrfToken } from '../../src/operator/api/client.ts';
import { createQueryClient } from '../../src/api/queryClient.ts';
import { createOperatorRouter } from '../../src/operator/app/router.tsx';
import { operators } from '../description.ts';
import { createOffice, type Office, type OfficeOptions } from './office.ts';
import type { MockRequest, MockResponse } from '../mockResponse.ts';

const server = setupServer();
/** Where the fake office departed from the server's description. */
const departures: string[] = [];
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
// jsdom lays nothing out: without a height every row of a virtual list would be visible.
beforeEach(() => void vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(120));
afterEach(() => {
  server.resetHandlers();
  setCsrfToken(null);
  const found = departures.splice(0);
  if (found.length > 0) throw new Error(`Not as the server's description says:\n${found.join('\n')}`);
});
afterAll(() => server.close());

type Override = (request: MockRequest & { readonly headers: Headers }) => MockResponse | undefined;

/** `overrides` answer instead of the office, by `METHOD /path`, unless they return undefined. */
export function serveOperator(options: OfficeOptions = {}, overrides: Record<string, Override> = {}): Office {
  const office = createOffice(options);
  server.use(
    http.all('*/operator/api/*', async ({ request }) => {
      const isJson = request.headers.get('content-type') === 'application/json';
      const body = isJson ? ((await request.json()) as Record<string, unknown>) : {};
      const url = new URL(request.url);
      const path = url.pathname.replace(/^\/operator\/api/, '');
      const override = overrides[`${request.method} ${path}`]?.({
        query: url.searchParams,
        body,
        id: '',
        headers: request.headers,
      });
      const answer = override ?? office.respond(request.method, url, body);
      const { status = 200, body: sent } = answer;
      if (!override) {
        const call = `${request.method} ${path}`;
        departures.push(...(await operators.departuresOf({ call, requestBody: body, status, body: sent })));
      }
      return sent === undefined
        ? new HttpResponse(null, { status })
        : HttpResponse.json(sent as never, { status });
    }),
  );
  return office;
}

/** `address` is below `/operator`. */
export function openOperator(address: string) {
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 1 } });
  const history = createMemoryHistory({ initialEntries: [`/operator${address}`] });
  const router = createOperatorRouter(queryClient, history);
  render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  return { router, queryClient };
}
