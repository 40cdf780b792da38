// Log-in, log-out, and the menu items of each kind of member.
import { heading, logIn, member, PASSWORD } from './support.ts';
import { expect, expectRefusal, test } from './test.ts';

test('a visitor is redirected to the log-in and then to the requested page', async ({ page }) => {
  await page.goto('/reservation/players');
  await expect(heading(page, 'Inloggen')).toBeVisible();
  await expect(page).toHaveURL(/redirect=%2Freservation%2Fplayers/);
  await page.getByLabel('E-mailadres').fill('  Lotte.Smit@Fairway.example ');
  await page.getByLabel('Wachtwoord').fill(PASSWORD);
  await page.getByRole('button', { name: 'inloggen', exact: true }).click();
  await expect(heading(page, 'Met wie speel je?')).toBeFocused();
  await expect(page).toHaveTitle('Met wie speel je? · Fairway');
});

test('a wrong password shows an error and starts no session', async ({ page }) => {
  expectRefusal(page, '401 POST /api/users/login');
  await page.goto('/auth/login');
  await page.getByLabel('E-mailadres').fill(member('maud.vanleeuwen'));
  await page.getByLabel('Wachtwoord').fill('iets anders');
  await page.getByRole('button', { name: 'inloggen', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Verkeerd e-mailadres of wachtwoord');
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
});

test('logging out ends the session, in the browser and on the server', async ({ page, request }) => {
  await logIn(page, member('daan.meijer'));
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const revoked = page.waitForResponse('**/api/users/logout');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Uitloggen' }).click();
  await expect(heading(page, 'Inloggen')).toBeVisible();
  expect(
    await page.evaluate(() => [localStorage.getItem('access_token'), localStorage.getItem('email')]),
  ).toEqual([null, null]);
  await revoked;
  const response = await request.get('/api/users/me', { headers: { authorization: `Bearer ${token}` } });
  expect(response.status()).toBe(401);
});

test('a token that the server does not know redirects to the log-in with the address to return to', async ({
  page,
}) => {
  expectRefusal(page, '401 ');
  await page.addInitScript(() => {
    if (!sessionStorage.getItem('seeded')) localStorage.setItem('access_token', 'unknown-token');
    sessionStorage.setItem('seeded', 'yes');
  });
  await page.goto('/reservations');
  await expect(heading(page, 'Inloggen')).toBeVisible();
  await expect(page).toHaveURL(/redirect=%2Freservations/);
});

test('news and courses are in the menu of subscription holders only', async ({ page }) => {
  await logIn(page, member('jan.devries'));
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Hoofdmenu' });
  await expect(menu.getByRole('link', { name: 'Nieuwsberichten' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Baaninformatie' })).toBeVisible();
  await menu.getByRole('link', { name: 'Uitloggen' }).click();

  await logIn(page, member('tom.mulder'));
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(menu.getByRole('link', { name: 'Reserveren', exact: true })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Nieuwsberichten' })).toHaveCount(0);
  await expect(menu.getByRole('link', { name: 'Baaninformatie' })).toHaveCount(0);
});

test('a log-out in one tab leads the other to the log-in, and a log-in there leads this one on', async ({
  page,
  context,
}) => {
  await logIn(page, member('daan.meijer'));
  const otherTab = await context.newPage();
  // It begins to follow changes after the screen is there: not during the log-out.
  const following = otherTab.waitForResponse('**/api/live');
  await otherTab.goto('/profile');
  await expect(heading(otherTab, 'Profiel')).toBeVisible();
  await following;
  await page.goto('/auth/logout');
  await expect(heading(otherTab, 'Inloggen')).toBeVisible();
  await expect(otherTab).toHaveURL(/\/auth\/login$/);

  await page.goto('/auth/login?redirect=/faq');
  await expect(heading(page, 'Inloggen')).toBeVisible();
  await logIn(otherTab, member('karin.schouten'));
  await expect(heading(page, 'Veelgestelde vragen')).toBeVisible();
});

test('another account in one tab replaces what the other tab shows', async ({ page, context }) => {
  await logIn(page, member('daan.meijer'));
  await page.goto('/profile');
  await expect(page.getByLabel('E-mailadres')).toHaveValue(member('daan.meijer'));
  const requests: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) requests.push(`${response.status()} ${response.url()}`);
  });
  const otherTab = await context.newPage();
  await logIn(otherTab, member('karin.schouten'));
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByLabel('E-mailadres')).toHaveValue(member('karin.schouten'));
  expect(requests).toEqual([]);
});

test('an unknown address shows a message and a link to the start', async ({ page }) => {
  await logIn(page, member('daan.meijer'));
  await page.goto('/ergens/anders');
  await expect(heading(page, 'Pagina niet gevonden')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'naar het begin' }).click();
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
});
