// The map of the wizard: the same clubs as the list, for mouse, finger and keyboard, without anybody else's server.
import { expect, test, type Page } from '@playwright/test';
import { beMember } from './session.ts';
import { chooseClub, chooseHoles, expectSound, heading, member } from './support.ts';

const me = member('julia.brouwer');
const nineOnly = 'Golfbaan De Graanrepubliek';

/** The markers; the other buttons of the map only move it. */
const markers = (page: Page) => page.getByRole('group', { name: 'Kaart met banen' }).getByRole('button');

async function toMap(page: Page): Promise<void> {
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
  await beMember(page, request, me);
  const elsewhere: string[] = [];
  page.on('request', (sent) => {
    if (new URL(sent.url()).origin !== new URL(baseURL ?? '').origin) elsewhere.push(sent.url());
  });
  await page.goto('/reservation/players');
  await chooseHoles(page, 18);
  const list = page.getByRole('list', { name: 'Banen' }).getByRole('button');
  await expect(list.first()).toBeVisible();
  const clubs = await list.count();
  await page.getByRole('button', { name: 'kaart' }).click();
  await expect(markers(page)).toHaveCount(clubs);
  const closed = page.getByRole('button', {
    name: `${nineOnly}, Winschoten: Deze baan biedt geen 18 holes aan`,
  });
  await expect(closed).toHaveAttribute('data-state', 'closed');
  expect(await page.locator('[data-state="open"]').count()).toBeGreaterThan(20);
  await expectSound(page);
  expect(elsewhere).toEqual([]);
});

test('a tap on a green marker chooses the club and moves on, a grey one clears the choice', async ({
  page,
  request,
}) => {
  await beMember(page, request, me);
  await toMap(page);
  await page.getByRole('searchbox', { name: 'Zoek een baan' }).fill('dronten');
  await expect(markers(page)).toHaveCount(1);
  await markers(page).click();
  await expect(heading(page, 'Wanneer wil je spelen?')).toBeVisible();
  await page.getByRole('button', { name: 'vorige' }).click();
  await page.getByRole('button', { name: 'kaart' }).click();
  const chosen = page.getByRole('button', { name: /Zuiderzeewal/, pressed: true });
  await expect(chosen).toBeInViewport();

  await page.getByRole('searchbox', { name: 'Zoek een baan' }).fill('winschoten');
  await expect(markers(page)).toHaveCount(1);
  await markers(page).click();
  await expect(page.getByRole('button', { name: 'verder' })).toBeDisabled();
});

test('the keyboard reaches and chooses a marker', async ({ page, request }) => {
  await beMember(page, request, me);
  await toMap(page);
  await page.getByRole('button', { name: 'kaart' }).focus();
  // Past the map itself, which the arrows move, to the northernmost clubs.
  const reached = async () => page.evaluate(() => document.activeElement?.getAttribute('data-state'));
  for (let stop = 0; stop < 6 && (await reached()) !== 'open'; stop += 1) await page.keyboard.press('Tab');
  expect(await reached()).toBe('open');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Wanneer wil je spelen?')).toBeVisible();
});

test('plus and minus take the place of gestures', async ({ page, request }) => {
  await beMember(page, request, me);
  await toMap(page);
  const spread = async () => {
    const boxes = await Promise.all([
      markers(page).first().boundingBox(),
      markers(page).last().boundingBox(),
    ]);
    return Math.abs((boxes[1]?.y ?? 0) - (boxes[0]?.y ?? 0));
  };
  const before = await spread();
  await page.getByRole('button', { name: 'inzoomen' }).click();
  await expect.poll(spread).toBeGreaterThan(before * 1.5);
  await page.getByRole('button', { name: 'uitzoomen' }).click();
  await expect.poll(spread).toBeLessThan(before * 1.1);
});

test('asks for the location after a tap only', async ({ page, request, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 52.37, longitude: 4.9 });
  await page.addInitScript(() => {
    const ask = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
    Object.assign(window, { asked: 0 });
    navigator.geolocation.getCurrentPosition = (...given) => {
      Object.assign(window, { asked: 1 });
      ask(...given);
    };
  });
  await beMember(page, request, me);
  await toMap(page);
  expect(await page.evaluate(() => (window as unknown as { asked: number }).asked)).toBe(0);
  await page.getByRole('button', { name: 'banen bij mij in de buurt' }).click();
  await expect(
    markers(page)
      .filter({ visible: true })
      .and(page.getByRole('button', { name: /Haarlem/ })),
  ).toBeInViewport();
});

test('list and map share the choice', async ({ page, request }) => {
  await beMember(page, request, me);
  await page.goto('/reservation/players');
  await chooseHoles(page, 18);
  await chooseClub(page, 'Golfclub De Zuiderzeewal');
  await page.getByRole('searchbox', { name: 'Zoek een baan' }).clear();
  await page.getByRole('button', { name: 'kaart' }).click();
  await expect(page.getByRole('button', { name: /Zuiderzeewal/, pressed: true })).toBeInViewport();
});
