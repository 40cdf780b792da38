// The wizard: its draft survives reloads, an order is sent once, and failures are shown.
import type { Page } from '@playwright/test';
import { logInByApi } from './session.ts';
import {
  cancelUpcomingRounds,
  chooseClub,
  chooseDay,
  chooseHoles,
  heading,
  longDate,
  member,
  next,
} from './support.ts';
import { expect, expectRefusal, test } from './test.ts';

const club = { id: 'zuiderzeewal-dronten', name: 'Golfclub De Zuiderzeewal' };

/** Switches live updates off, for tests in which the open screen must have outdated data. */
async function blockLiveUpdates(page: Page): Promise<void> {
  await page.route('**/api/live', (route) => route.abort());
}

/** Collects the idempotency key of every reservation that the browser sends. */
function collectOrderKeys(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/reservations') {
      keys.push(request.headers()['idempotency-key'] ?? '');
    }
  });
  return keys;
}

async function goToOverview(page: Page, date: string): Promise<void> {
  await page.goto('/reservation/players');
  await chooseHoles(page, 18);
  await chooseClub(page, club.name);
  await next(page);
  await chooseDay(page, date);
  await expect(heading(page, 'Controleer je reservering')).toBeVisible();
}

test('the draft survives a reload on every step', async ({ page, request }) => {
  await logInByApi(page, request, member('tess.dijkstra'));
  await page.goto('/reservation/players');
  await chooseHoles(page, 18);
  await chooseClub(page, club.name);
  await page.reload();
  await expect(page.getByRole('button', { name: club.name })).toHaveAttribute('aria-pressed', 'true');
  await next(page);
  await expect(heading(page, 'Wanneer wil je spelen?')).toBeVisible();
  await page.goto('/reservation/holes');
  await expect(page.getByRole('radio', { name: '18 holes' })).toBeChecked();
});

test('a step without its prerequisites redirects to the first missing step', async ({ page, request }) => {
  await logInByApi(page, request, member('tess.dijkstra'));
  await page.goto('/reservation/overview');
  await expect(heading(page, 'Met wie speel je?')).toBeVisible();
  await next(page);
  await page.getByRole('radio', { name: '9 holes' }).check();
  await page.goto('/reservation/date');
  await expect(heading(page, 'Waar wil je spelen?')).toBeVisible();
  await page.goto('/reservation/confirm');
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
});

test('a double click, a reload and the back button place one reservation', async ({ page, request }) => {
  const me = member('niels.smeets');
  await cancelUpcomingRounds(request, [me]);
  const api = await logInByApi(page, request, me);
  const date = (await api.freeDays(club.id, [me]))[1] ?? '';
  const orderKeys = collectOrderKeys(page);
  await goToOverview(page, date);
  await page.getByRole('button', { name: 'bevestig reservering' }).dblclick();
  await expect(page.getByText('Je reservering is succesvol geplaatst!')).toBeVisible();
  expect(orderKeys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  await page.goBack();
  await expect(heading(page, 'Met wie speel je?')).toBeVisible();
  await page.goForward();
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
  for (const revisit of [() => page.goto('/reservation/confirm'), () => page.reload()]) {
    await revisit();
    await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
    await expect(page.getByRole('article', { name: club.name })).toHaveCount(1);
  }
  expect(orderKeys).toHaveLength(1);
  expect(await api.upcoming()).toHaveLength(1);
  await api.cancelAll();
});

test('a reload after a lost response sends the same order again, and one round is booked', async ({
  page,
  request,
}) => {
  const me = member('floor.vanderlinden');
  await cancelUpcomingRounds(request, [me]);
  const api = await logInByApi(page, request, me);
  const date = (await api.freeDays(club.id, [me]))[2] ?? '';
  const orderKeys = collectOrderKeys(page);
  await goToOverview(page, date);
  // The server executes the order, but its response never arrives.
  await page.route('**/api/reservations', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'bevestig reservering' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Er is een fout opgetreden: fout bij het maken van de reservering.',
  );
  await expect(page.getByRole('alert')).toContainText('je reserveert nooit dubbel');
  await page.unroute('**/api/reservations');
  await page.reload();
  await expect(page.getByText('Je reservering is succesvol geplaatst!')).toBeVisible();
  expect(orderKeys.length).toBeGreaterThan(1);
  expect(new Set(orderKeys).size).toBe(1);
  expect(await api.upcoming()).toHaveLength(1);
  await api.cancelAll();
});

test(
  'a day that became unavailable is reported on the overview, and the answers are preserved',
  { tag: '@days' },
  async ({ page, request }) => {
    const me = member('koen.jacobs');
    await cancelUpcomingRounds(request, [me]);
    const api = await logInByApi(page, request, me);
    const date = (await api.freeDays(club.id, [me]))[3] ?? '';
    await blockLiveUpdates(page);
    await page.goto('/reservation/players');
    await chooseHoles(page, 18);
    await chooseClub(page, club.name);
    await next(page);
    await expect(page.getByRole('grid').getByRole('button', { name: longDate(date) })).toBeEnabled();
    await api.book({ holes: 18, golfclub: 'vechtkolk-ommen', players: [me], date });
    await chooseDay(page, date);
    await expect(page.getByRole('alert')).toContainText('je hebt op deze datum al een reservering');
    await expect(page.getByRole('button', { name: 'bevestig reservering' })).toBeDisabled();
    await page.getByRole('button', { name: 'kies een andere dag' }).click();
    await expect(heading(page, 'Wanneer wil je spelen?')).toBeVisible();
    await expect(
      page.getByRole('grid').getByRole('button', { name: longDate(date) }),
    ).toHaveAccessibleDescription('je hebt op deze datum al een reservering');
    await api.cancelAll();
  },
);

test(
  'a day that cannot be chosen offers the nearest free one, which keeps every other answer',
  { tag: '@days' },
  async ({ page, request }) => {
    const me = member('koen.jacobs');
    await cancelUpcomingRounds(request, [me]);
    const api = await logInByApi(page, request, me);
    const date = (await api.freeDays(club.id, [me]))[5] ?? '';
    await api.book({ holes: 18, golfclub: 'vechtkolk-ommen', players: [me], date });
    await page.goto('/reservation/players');
    await chooseHoles(page, 18);
    await chooseClub(page, club.name);
    await next(page);
    const grid = page.getByRole('grid');
    await expect(grid.getByRole('button', { disabled: false }).first()).toBeVisible();
    await grid.getByRole('button', { name: longDate(date) }).press('Enter');
    await expect(page.getByText('je hebt op deze datum al een reservering.').first()).toBeVisible();
    await page
      .getByRole('group', { name: 'Dichtstbij vrij' })
      .getByRole('button', { name: 'dezelfde baan' })
      .click();
    await expect(grid.getByRole('button', { pressed: true })).toBeVisible();
    await next(page);
    await expect(heading(page, 'Controleer je reservering')).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: club.name })).toBeVisible();
    await page.getByRole('button', { name: 'wijzig holes' }).click();
    await page.getByRole('radio', { name: '9 holes' }).check();
    await next(page);
    await expect(heading(page, 'Controleer je reservering')).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: '9 holes' })).toBeVisible();
    await api.cancelAll();
  },
);

test('`verder` is at one place in every step, and says what is missing', async ({ page, request }) => {
  await logInByApi(page, request, member('tess.dijkstra'));
  const button = page.getByRole('button', { name: 'verder' });
  const centres: { x: number; bottom: number }[] = [];
  const measure = async () => {
    const box = await button.boundingBox();
    centres.push({ x: (box?.x ?? 0) + (box?.width ?? 0) / 2, bottom: (box?.y ?? 0) + (box?.height ?? 0) });
  };
  await page.goto('/reservation/players');
  await expect(button).toBeEnabled();
  await measure();
  await next(page);
  await expect(page.getByText('Kies eerst 9 of 18 holes.')).toBeVisible();
  await measure();
  await page.getByRole('radio', { name: '18 holes' }).check();
  await next(page);
  await expect(page.getByText('Kies eerst een baan.')).toBeVisible();
  await measure();
  await chooseClub(page, club.name);
  await next(page);
  await expect(page.getByText('Kies eerst een dag.')).toBeVisible();
  await measure();
  expect(new Set(centres.map(({ x, bottom }) => `${Math.round(x)} ${Math.round(bottom)}`)).size).toBe(1);
});

test('a rejection stays on the screen, with the possible next actions', async ({ page, request }) => {
  const me = member('maud.vanleeuwen');
  await cancelUpcomingRounds(request, [me]);
  const api = await logInByApi(page, request, me);
  const date = (await api.freeDays(club.id, [me]))[4] ?? '';
  await blockLiveUpdates(page);
  await goToOverview(page, date);
  await api.book({ holes: 18, golfclub: 'vechtkolk-ommen', players: [me], date });
  expectRefusal(page, '409 POST /api/reservations');
  await page.getByRole('button', { name: 'bevestig reservering' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Er is een fout opgetreden: je hebt op deze datum al een reservering');
  await expect(alert).toContainText('Er is niets geboekt');
  await alert.getByRole('link', { name: 'kies een andere dag' }).click();
  await expect(heading(page, 'Wanneer wil je spelen?')).toBeVisible();
  await api.cancelAll();
});

test('a round can be booked with the keyboard only', async ({ page, request }) => {
  const me = member('ties.kuiper');
  await cancelUpcomingRounds(request, [me]);
  await logInByApi(page, request, me);
  await page.goto('/reservation/players');
  await page.getByRole('combobox').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { selected: true })).toContainText('Jan de Vries');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'verder' }).press('Enter');
  await page.getByRole('radio', { name: '9 holes' }).press('Space');
  await page.getByRole('button', { name: 'verder' }).press('Enter');
  await page.getByRole('searchbox').fill('Dronten');
  await page.getByRole('button', { name: club.name }).press('Enter');
  await page.getByRole('button', { name: 'verder' }).press('Enter');
  const grid = page.getByRole('grid');
  // Until the days are loaded, the grid's tab stop is today and no day can be chosen.
  await expect(grid.getByRole('button', { disabled: false }).first()).toBeVisible();
  await grid.locator('[tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'verder' }).press('Enter');
  await page.getByRole('button', { name: 'bevestig reservering' }).press('Enter');
  await expect(page.getByText('Je reservering is succesvol geplaatst!')).toBeVisible();
  await cancelUpcomingRounds(request, [me]);
});

test('the link `stop reservering` clears the draft', async ({ page, request }) => {
  await logInByApi(page, request, member('tess.dijkstra'));
  await page.goto('/reservation/players');
  await chooseHoles(page, 18);
  await page.getByRole('link', { name: 'stop reservering' }).click();
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
  await page.goto('/reservation/course');
  await expect(heading(page, 'Met wie speel je?')).toBeVisible();
});
