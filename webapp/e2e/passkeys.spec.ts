// A passkey from its first day to its last: added, used for a log-in, removed, and offered no more. The device is Chromium's own
// virtual authenticator. Passkeys belong to a host name, so the browser is at `localhost` and not at a numeric address.
import type { Page } from '@playwright/test';
import { addDevice } from './passkeyDevice.ts';
import { expectAccessible, expectAccessibleInAllDisplays, heading, member, PASSWORD } from './support.ts';
import { expect, test } from './test.ts';

/** Used by no other test. */
const me = member('wilma.postma');

test.use({
  baseURL: (process.env['FAIRWAY_BASE_URL'] ?? 'http://127.0.0.1:8080').replace('127.0.0.1', 'localhost'),
});

async function logInWithPassword(page: Page) {
  await page.getByLabel('E-mailadres').fill(me);
  await page.getByLabel('Wachtwoord').fill(PASSWORD);
  await page.getByRole('button', { name: 'inloggen', exact: true }).click();
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
}

test('a passkey is added, logs in, is removed and offered no more', async ({ page }) => {
  const { confirmAlways, keys } = await addDevice(page);
  await page.goto('/auth/login');
  await expect(page.getByRole('button', { name: 'inloggen met passkey' })).toBeVisible();
  await expectAccessible(page);
  await logInWithPassword(page);

  await page.goto('/profile');
  await page.getByRole('link', { name: 'passkeys' }).click();
  await expect(heading(page, 'Passkeys')).toBeFocused();
  await expect(page.getByText('Je hebt nog geen passkeys.')).toBeVisible();
  await confirmAlways(true);
  await page.getByLabel('Naam van de passkey').fill('Mijn telefoon');
  await page.getByRole('button', { name: 'passkey toevoegen' }).click();
  await expect(page.getByRole('status')).toContainText('De passkey Mijn telefoon is toegevoegd.');
  await expectAccessibleInAllDisplays(page);

  // Chromium answers the offer at the field of the address at once, as a member who chooses it would.
  await page.goto('/auth/logout');
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();

  await page.goto('/profile/passkeys');
  await expect(page.getByText(/laatst gebruikt op/)).toBeVisible();
  await page.getByRole('button', { name: 'verwijderen: Mijn telefoon' }).click();
  await expect(page.getByRole('dialog', { name: 'Passkey verwijderen' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'ja, verwijderen' }).click();
  await expect(page.getByRole('status')).toContainText('De passkey Mijn telefoon is verwijderd.');

  // The browser was told which passkeys are left, and offers this one no more.
  await expect.poll(keys).toBe(0);

  await page.goto('/auth/logout');
  await expect(heading(page, 'Inloggen')).toBeVisible();
  await logInWithPassword(page);
});
