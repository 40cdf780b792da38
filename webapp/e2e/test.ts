// The `test` of every spec. It watches each response that the browser gets and fails on a refusal (4xx) that the test
// did not announce: no screen may cause one in normal use.
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';

export { expect };

const announced = new WeakMap<BrowserContext, string[]>();

/** Announces refusals that this test provokes: the beginning of `409 POST /api/reservations`, ids written as `:id`. */
export function expectRefusal(page: Page, refusal: string): void {
  const context = page.context();
  announced.set(context, [...(announced.get(context) ?? []), refusal]);
}

export const test = base.extend<{ unexpectedRefusals: undefined }>({
  unexpectedRefusals: [
    async ({ context }, use) => {
      const refusals: string[] = [];
      context.on('response', (response) => {
        const status = response.status();
        if (status < 400 || status >= 500) return;
        const path = new URL(response.url()).pathname.replaceAll(/[0-9a-f-]{36}/g, ':id');
        refusals.push(`${status} ${response.request().method()} ${path}`);
      });
      await use(undefined);
      const isAnnounced = (refusal: string) =>
        announced.get(context)?.some((beginning) => refusal.startsWith(beginning));
      expect(refusals.filter((refusal) => !isAnnounced(refusal))).toEqual([]);
    },
    { auto: true },
  ],
});
