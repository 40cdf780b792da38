// The map of the wizard: the same clubs as the list, for mouse, touch and keyboard, without requests to other origins.
import type { Page } from '@playwright/test';
import { logInByApi } from './session.ts';
import { chooseClub, chooseHoles, expectAccessible, heading, member } from './support.ts';
import { expect, test } from './test.ts';

const me = member('julia.brouwer');
const nineHolesClub = 'Golfbaan De Graanrepubliek';

/** The markers of the clubs. The buttons that move the map are outside this group. */
const markers = (page: Page) => page.getByRole('group', { name: 'Kaart met banen' }).getByRole('button');

async function openMap(page: Page): Promise<void> {
  await page.goto('/reservation/players');
  await chooseHoles(page, 18);
  await expect(heading(page, 'Waar wil je spelen?')).toBeVisible();
  await page.getByRole('button', { name: 'kaart' }).click();
  await expect(markers(page).first()).toBeVisible();
}

test('shows every club of the list, green or grey, with the reason in its name', async ({
  page,
  request,
  baseURL,
}) => {
  await logInByApi(page, request, me);
  const foreignRequests: string[] = [];
  page.on('request', (sent) => {
    if (new URL(sent.url()).origin !== new URL(baseURL ?? '').origin) foreignRequests.push(sent.url());
  });
  await page.goto('/reservation/players');
  await chooseHoles(page, 18);
  const list = page.getByRole('list', { name: 'Banen' }).getByRole('button');
  await expect(list.first()).toBeVisible();
  const clubs = await list.count();
  await page.getByRole('button', { name: 'kaart' }).click();
  await expect(markers(page)).toHaveCount(clubs);
  const closed = page.getByRole('button', {
    name: `${nineHolesClub}, Winschoten: Deze baan biedt geen 18 holes aan`,
  });
  await expect(closed).toHaveAttribute('data-state', 'closed');
  expect(await page.locator('[data-state="open"]').count()).toBeGreaterThan(20);
  await expectAccessible(page);
  expect(foreignRequests).toEqual([]);
});

const choose = (page: Page) => page.getByRole('button', { name: 'kies deze baan' });

test('a tap on a green marker shows a card that chooses and opens the next step, a grey one clears the choice', async ({
  page,
  request,
}) => {
  await logInByApi(page, request, me);
  await openMap(page);
  await page.getByRole('searchbox', { name: 'Zoek een baan' }).fill('dronten');
  await expect(markers(page)).toHaveCount(1);
  await markers(page).click();
  await expect(page.getByRole('group', { name: 'Golfclub De Zuiderzeewal' })).toContainText('Dronten');
  await expectAccessible(page);
  await choose(page).click();
  await expect(heading(page, 'Wanneer wil je spelen?')).toBeVisible();
  await page.getByRole('button', { name: 'vorige' }).click();
  await page.getByRole('button', { name: 'kaart' }).click();
  const chosen = page.getByRole('button', { name: /Zuiderzeewal/, pressed: true });
  await expect(chosen).toBeInViewport();

  await page.getByRole('searchbox', { name: 'Zoek een baan' }).fill('winschoten');
  await expect(markers(page)).toHaveCount(1);
  await markers(page).click();
  await expect(choose(page)).toHaveCount(0);
  // No alternative's name contains `verder`: the button is the only match.
  await expect(page.getByRole('group', { name: 'Dichtstbij vrij' })).toContainText(/, op \d+ km/);
  await expect(page.getByRole('button', { name: 'verder' })).toBeDisabled();
});

test('on a desk the map stands beside the list, where a club is still one button', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await logInByApi(page, request, me);
  await page.goto('/reservation/players');
  await chooseHoles(page, 18);
  await expect(page.getByRole('list', { name: 'Banen' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Zoek een baan' }).fill('dronten');
  const pin = page.getByRole('button', { name: 'Golfclub De Zuiderzeewal, Dronten', includeHidden: true });
  await expect(pin).toBeVisible();
  await expect(page.getByRole('button', { name: 'Golfclub De Zuiderzeewal' })).toHaveCount(1);
  await expectAccessible(page);
  await pin.click();
  await choose(page).click();
  await expect(heading(page, 'Wanneer wil je spelen?')).toBeVisible();
});

test('the keyboard reaches and chooses a marker', async ({ page, request }) => {
  await logInByApi(page, request, me);
  await openMap(page);
  await page.getByRole('button', { name: 'kaart' }).focus();
  // Tab first focuses the map itself, which the arrow keys move, then the northernmost clubs.
  const focusedState = async () => page.evaluate(() => document.activeElement?.getAttribute('data-state'));
  for (let stop = 0; stop < 6 && (await focusedState()) !== 'open'; stop += 1)
    await page.keyboard.press('Tab');
  expect(await focusedState()).toBe('open');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Wanneer wil je spelen?')).toBeVisible();
});

test('the plus and minus buttons zoom without gestures', async ({ page, request }) => {
  await logInByApi(page, request, me);
  await openMap(page);
  const markerDistance = async () => {
    const boxes = await Promise.all([
      markers(page).first().boundingBox(),
      markers(page).last().boundingBox(),
    ]);
    return Math.abs((boxes[1]?.y ?? 0) - (boxes[0]?.y ?? 0));
  };
  const initialDistance = await markerDistance();
  await page.getByRole('button', { name: 'inzoomen' }).click();
  await expect.poll(markerDistance).toBeGreaterThan(initialDistance * 1.5);
  await page.getByRole('button', { name: 'uitzoomen' }).click();
  await expect.poll(markerDistance).toBeLessThan(initialDistance * 1.1);
});

test('asks for the location after a tap only', async ({ page, request, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 52.37, longitude: 4.9 });
  await page.addInitScript(() => {
    const getCurrentPosition = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
    Object.assign(window, { asked: 0 });
    navigator.geolocation.getCurrentPosition = (...args) => {
      Object.assign(window, { asked: 1 });
      getCurrentPosition(...args);
    };
  });
  await logInByApi(page, request, me);
  await openMap(page);
  expect(await page.evaluate(() => (window as unknown as { asked: number }).asked)).toBe(0);
  await page.getByRole('button', { name: 'banen bij mij in de buurt' }).click();
  await expect(
    markers(page)
      .filter({ visible: true })
      .and(page.getByRole('button', { name: /Haarlem/ })),
  ).toBeInViewport();
});

test('the names of towns can be read: none is cut, and none crosses another or the pin', async ({
  page,
  request,
}) => {
  await logInByApi(page, request, me);
  await page.goto('/courses/zuiderzeewal-dronten');
  const map = page.getByRole('img', { name: 'Kaart met de plaats van Golfclub De Zuiderzeewal' });
  const boxes = () =>
    map.evaluate((frame) =>
      [frame, ...frame.querySelectorAll('.leaflet-marker-icon > *')]
        .filter((part) => getComputedStyle(part).visibility === 'visible')
        .map((part) => part.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
    );
  await expect.poll(async () => (await boxes()).length).toBeGreaterThan(3);
  const [frame, ...parts] = await boxes();
  for (const [index, part] of parts.entries()) {
    expect(part.left >= frame!.left && part.right <= frame!.right && part.top >= frame!.top, 'not cut').toBe(
      true,
    );
    for (const other of parts.slice(index + 1)) {
      const apart =
        part.right <= other.left ||
        other.right <= part.left ||
        part.bottom <= other.top ||
        other.bottom <= part.top;
      expect(apart, JSON.stringify([part, other])).toBe(true);
    }
  }
});

test('the list and the map show the same choice', async ({ page, request }) => {
  await logInByApi(page, request, me);
  await page.goto('/reservation/players');
  await chooseHoles(page, 18);
  await chooseClub(page, 'Golfclub De Zuiderzeewal');
  await page.getByRole('searchbox', { name: 'Zoek een baan' }).clear();
  await page.getByRole('button', { name: 'kaart' }).click();
  await expect(page.getByRole('button', { name: /Zuiderzeewal/, pressed: true })).toBeInViewport();
});
