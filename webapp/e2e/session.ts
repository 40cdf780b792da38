// A log-in without the log-in screen, and mocked responses: for tests of later screens and of failures.
import type { APIRequestContext, Page, Request } from '@playwright/test';
import { newClientFor } from './support.ts';
import { expectRefusal } from './test.ts';

/** Logs the member in on every page that this browser opens after this call. */
export async function logInByApi(page: Page, request: APIRequestContext, email: string) {
  const api = await newClientFor(request, email);
  await page.addInitScript(
    ([token, address]) => {
      // Only once: a token that the app has removed must stay removed.
      if (sessionStorage.getItem('journey')) return;
      sessionStorage.setItem('journey', 'begun');
      localStorage.setItem('access_token', token);
      localStorage.setItem('email', address);
      localStorage.setItem('HAS_SUBSCRIPTION', 'true');
    },
    [api.token, email] as const,
  );
  return api;
}

export type MockResponse = { readonly status: number; readonly body: object } | 'no network';

export const errorResponse = (status: number, error?: string): MockResponse => ({
  status,
  body: error ? { success: false, error } : { success: false },
});

/** Responds to a call such as `POST /reservations` (without `/api`) instead of the server. Returns its requests. */
export async function intercept(page: Page, call: string, response: MockResponse): Promise<Request[]> {
  const [method, path] = call.split(' ');
  const requests: Request[] = [];
  if (response !== 'no network') expectRefusal(page, `${response.status} ${method} /api${path}`);
  const matches = (url: URL) => url.pathname.replace(/[0-9a-f-]{36}/, ':id') === `/api${path}`;
  await page.route(matches, (route) => {
    if (route.request().method() !== method) return route.fallback();
    requests.push(route.request());
    if (response === 'no network') return route.abort('connectionfailed');
    return route.fulfill({ status: response.status, json: response.body });
  });
  return requests;
}
