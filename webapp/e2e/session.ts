// A log-in without the log-in screen, and answers in place of the server's: for journeys that are about what
// comes after, or about what goes wrong.
import type { APIRequestContext, Page, Request } from '@playwright/test';
import { apiOf } from './support.ts';

/** From here on, every page of this browser is the member's. */
export async function beMember(page: Page, request: APIRequestContext, email: string) {
  const api = await apiOf(request, email);
  await page.addInitScript(
    ([token, address]) => {
      // Once: a token that the app has dropped stays dropped.
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

export type Answer = { readonly status: number; readonly body: object } | 'no network';

export const refusal = (status: number, error?: string): Answer => ({
  status,
  body: error ? { success: false, error } : { success: false },
});

/** Answers `POST /reservations` (without `/api`) in the server's place, and tells how often. */
export async function intercept(page: Page, call: string, answer: Answer): Promise<Request[]> {
  const [method, path] = call.split(' ');
  const requests: Request[] = [];
  const matches = (url: URL) => url.pathname.replace(/[0-9a-f-]{36}/, ':id') === `/api${path}`;
  await page.route(matches, (route) => {
    if (route.request().method() !== method) return route.fallback();
    requests.push(route.request());
    if (answer === 'no network') return route.abort('connectionfailed');
    return route.fulfill({ status: answer.status, json: answer.body });
  });
  return requests;
}
