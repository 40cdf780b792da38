// For tests only: opens the operators' app at an address, with real routes and the real client; only the network is
// replaced. Returns the requests that were sent. Its name keeps it out of the test of the folders: a test may use `app`.
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { StrictMode } from 'react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { createQueryClient } from '@/api/queryClient.ts';
import { createOperatorRouter } from '../../app/router.tsx';
import type { Role, Session } from '../../api/session.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

export interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface Sent {
  /** `METHOD /path`, below `/operator/api`. */
  readonly call: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** The answers by `METHOD /path`; a call that is not named is answered with 501, which fails the screen. */
export type Answers = Readonly<Record<string, (sent: Sent) => Answer | Promise<Answer>>>;

export function sessionOf(...roles: Role[]): Session {
  return {
    name: 'Olga Smit',
    email: 'olga@fairway.example',
    roles,
    csrf_token: 'csrf-of-olga',
    has_second_factor: true,
    expires_at: '2026-11-25T19:04:03+01:00',
    idle_minutes: 30,
    environment: 'production',
  };
}

/** Logged in with these roles. */
export const loggedIn = (...roles: Role[]): Answers => ({
  'GET /session': () => ({ body: sessionOf(...roles) }),
});

export const refusal = (status: number, error: string, errors?: Record<string, string>): Answer => ({
  status,
  body: { success: false, error, ...(errors ? { errors } : {}) },
});

export function openScreen(address: string, answers: Answers) {
  const sent: Sent[] = [];
  server.use(
    http.all('*/operator/api/*', async ({ request }) => {
      const url = new URL(request.url);
      const text = await request.text();
      const call = `${request.method} ${url.pathname.replace('/operator/api', '')}`;
      const one: Sent = { call, query: url.searchParams, body: text ? JSON.parse(text) : undefined };
      sent.push(one);
      const answer = (await answers[call]?.(one)) ?? refusal(501, `The test has no answer for ${call}.`);
      const init = { status: answer.status ?? 200, headers: answer.headers ?? {} };
      if (init.status === 204) return new HttpResponse(null, init);
      return HttpResponse.json(answer.body as never, init);
    }),
  );
  const queryClient = createQueryClient();
  const history = createMemoryHistory({ initialEntries: [`/operator${address}`] });
  const router = createOperatorRouter(queryClient, history);
  render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  return { router, history, queryClient, sent, bodiesOf: (call: string) => bodiesOf(sent, call) };
}

function bodiesOf(sent: readonly Sent[], call: string): readonly unknown[] {
  return sent.filter((one) => one.call === call).map(({ body }) => body);
}
