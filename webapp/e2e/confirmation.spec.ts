// The confirmation: the links of the round come a moment after the screen, and move nothing that is below them.
import type { Page, Route } from '@playwright/test';
import { logInByApi } from './session.ts';
import {
  cancelUpcomingRounds,
  chooseClub,
  chooseDay,
  chooseHoles,
  heading,
  member,
  next,
} from './support.ts';
import { expect, test } from './test.ts';

const me = member('maud.vanleeuwen');
const club = { id: 'zuiderzeewal-dronten', name: 'Golfclub De Zuiderzeewal' };
const phone = { width: 390, height: 844 };
const displays = [{ width: 320, height: 640 }, phone, { width: 1280, height: 800 }];

/** Holds every request for the upcoming rounds back, until the returned function is called. */
async function holdRounds(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHolding = true;
  await page.route('**/api/reservations', (route) => {
    if (!isHolding || route.request().method() !== 'GET') return route.fallback();
    held.push(route);
  });
  return async () => {
    isHolding = false;
    for (const route of held) await route.fallback();
  };
}

/** Where the link to the rounds is, from the top of the page, in each display. */
async function placesOfLink(page: Page): Promise<readonly number[]> {
  const link = page.getByRole('main').getByRole('link', { name: 'Mijn reserveringen' });
  const places: number[] = [];
  for (const display of displays) {
    await page.setViewportSize(display);
    places.push(await link.evaluate((element) => element.getBoundingClientRect().top + window.scrollY));
  }
  await page.setViewportSize(phone);
  return places;
}

for (const [list, start] of [
  ['a list that was read before the booking', '/reservations'],
  ['no list yet', '/reservation/players'],
] as const) {
  test(`the links of a new round move nothing when they come, with ${list}`, async ({ page, request }) => {
    await cancelUpcomingRounds(request, [me]);
    const api = await logInByApi(page, request, me);
    const date = (await api.freeDays(club.id, [me]))[0] ?? '';
    await page.goto(start);
    if (start === '/reservations') await page.getByRole('link', { name: 'nieuwe reservering' }).click();
    await expect(heading(page, 'Met wie speel je?')).toBeVisible();
    await chooseHoles(page, 18);
    await chooseClub(page, club.name);
    await next(page);
    await chooseDay(page, date);

    const release = await holdRounds(page);
    await page.getByRole('button', { name: 'bevestig reservering' }).click();
    await expect(page.getByText('Je reservering is succesvol geplaatst!')).toBeVisible();
    await expect(page.getByRole('link', { name: 'voucher tonen' })).toHaveCount(0);
    const before = await placesOfLink(page);
    await release();
    await expect(page.getByRole('link', { name: 'voucher tonen' })).toBeVisible();
    const after = await placesOfLink(page);
    for (const [index, { width }] of displays.entries()) {
      const moved = Math.abs((after[index] ?? 0) - (before[index] ?? Infinity));
      expect(moved, `pixels that the link moves at a width of ${width}`).toBeLessThanOrEqual(1);
    }
    await api.cancelAll();
  });
}
