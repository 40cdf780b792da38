// Code that does not load: a screen can do without some of its parts, which are tried again; a screen itself comes with
// the version that the server has now.
import { expect, test } from './test.ts';
import { logInByApi } from './session.ts';
import { chooseHoles, heading, member } from './support.ts';

/** More than the app waits before it loads code again. */
const PAUSE_MS = 10_000;

test('a menu that does not load leaves the screen, and comes by itself', async ({ page, request }) => {
  await logInByApi(page, request, member('daan.meijer'));
  await page.clock.install();
  const chunks = '**/assets/{Menu,UpdateOffer,ImpersonationBanner}-*.js';
  await page.route(chunks, (route) => route.abort('connectionfailed'));
  await page.goto('/reservations');
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
  await expect(page.getByRole('link', { name: 'nieuwe reservering' })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Hoofdmenu' });
  await expect(menu).toHaveCount(0);
  await page.unroute(chunks);
  await page.clock.fastForward(PAUSE_MS);
  await expect(menu).toBeVisible();
});

test('a map that does not load leaves the list of clubs, and comes by itself', async ({ page, request }) => {
  await logInByApi(page, request, member('daan.meijer'));
  await page.clock.install();
  const chunk = '**/assets/ClubMap-*.js';
  await page.route(chunk, (route) => route.abort('connectionfailed'));
  await page.goto('/reservation/players');
  await chooseHoles(page, 18);
  await expect(heading(page, 'Waar wil je spelen?')).toBeVisible();
  await page.getByRole('button', { name: 'kaart' }).click();
  await expect(page.getByText('De kaart kan nu niet worden geladen.')).toBeVisible();
  await page.getByRole('button', { name: 'lijst' }).click();
  await expect(page.getByRole('list', { name: 'Banen' })).toBeVisible();
  await page.getByRole('button', { name: 'kaart' }).click();
  await page.unroute(chunk);
  await page.clock.fastForward(PAUSE_MS);
  await expect(page.getByText('De kaart kan nu niet worden geladen.')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'kaart' })).toHaveAttribute('aria-pressed', 'true');
});

test('a screen whose code is lost on its way comes by itself, without a reload', async ({
  page,
  request,
}) => {
  await logInByApi(page, request, member('daan.meijer'));
  await page.goto('/reservations');
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
  let loads = 0;
  page.on('load', () => (loads += 1));
  // The next attempt has another address.
  await page.route('**/assets/reservations.history-*.js', (route) => route.abort('internetdisconnected'));
  await page.getByRole('link', { name: 'Speelhistorie' }).click();
  await expect(heading(page, 'Speelhistorie')).toBeVisible();
  expect(loads).toBe(0);
});

test('a screen whose code a deploy has removed comes with the new version', async ({ page, request }) => {
  await logInByApi(page, request, member('daan.meijer'));
  await page.goto('/reservations');
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
  // The server has it again for the page that is loaded next: it asks for the page before it asks for the code.
  let isRemoved = true;
  page.on('request', (asked) => {
    if (asked.isNavigationRequest()) isRemoved = false;
  });
  // Each attempt has an address of its own.
  await page.route('**/assets/reservations.history-*.js*', (route) =>
    isRemoved ? route.abort('connectionfailed') : route.continue(),
  );
  const reloaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Speelhistorie' }).click();
  await reloaded;
  await expect(heading(page, 'Speelhistorie')).toBeVisible();
  await expect(page).toHaveURL(/\/reservations\/history$/);
});
