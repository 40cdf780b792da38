// In and out of the portal, and who sees what in the menu.
import { expect, test } from '@playwright/test';
import { heading, logIn, member, PASSWORD } from './support.ts';

test('a visitor is led to the log-in and back to where they wanted to be', async ({ page }) => {
  await page.goto('/reservation/players');
  await expect(heading(page, 'Inloggen')).toBeVisible();
  await expect(page).toHaveURL(/redirect=%2Freservation%2Fplayers/);
  await page.getByLabel('E-mailadres').fill('  Lotte.Smit@Fairway.example ');
  await page.getByLabel('Wachtwoord').fill(PASSWORD);
  await page.getByRole('button', { name: 'inloggen' }).click();
  await expect(heading(page, 'Met wie speel je?')).toBeFocused();
  await expect(page).toHaveTitle('Met wie speel je? · Fairway');
});

test('a wrong password is told, and nobody is logged in', async ({ page }) => {
  await page.goto('/auth/login');
  await page.getByLabel('E-mailadres').fill(member('maud.vanleeuwen'));
  await page.getByLabel('Wachtwoord').fill('iets anders');
  await page.getByRole('button', { name: 'inloggen' }).click();
  await expect(page.getByRole('alert')).toHaveText('Verkeerd e-mailadres of wachtwoord');
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
});

test('logging out forgets the session, here and on the server', async ({ page, request }) => {
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
  const answer = await request.get('/api/users/me', { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status()).toBe(401);
});

test('a token that the server no longer knows leads to the log-in with the way back', async ({ page }) => {
  await page.addInitScript(() => {
    if (!sessionStorage.getItem('seeded')) localStorage.setItem('access_token', 'long-gone');
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

test('an unknown address says so and leads back', async ({ page }) => {
  await logIn(page, member('daan.meijer'));
  await page.goto('/ergens/anders');
  await expect(heading(page, 'Pagina niet gevonden')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'naar het begin' }).click();
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
});
