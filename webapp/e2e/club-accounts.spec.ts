// The clubs' screens with the real server: who sees what, an invitation that is used, and a device that is paired and revoked.
import type { Browser, Page } from '@playwright/test';
import { createHmac } from 'node:crypto';
import { expectAccessible, heading, PASSWORD, serverNow } from './support.ts';
import { expect, expectRefusal, test } from './test.ts';

const club = 'wilgenhoek-amersfoort';

async function logInAtClub(page: Page, role: string, path = '/club/'): Promise<void> {
  // The app asks whether somebody is logged in.
  expectRefusal(page, '401 GET /club/api/session');
  await page.goto(path);
  await page.getByLabel('E-mailadres').fill(`${role}@${club}.example`);
  await page.getByLabel('Wachtwoord').fill(PASSWORD);
  await page.getByRole('button', { name: 'inloggen', exact: true }).click();
  await expect(page).not.toHaveURL(/login/);
}

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Schermen' }).getByRole('link');

/** Another browser, which opens a link that this one was given. */
async function opened(browser: Browser, link: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  const { pathname, hash } = new URL(link);
  await page.goto(pathname + hash);
  return page;
}

/** The code of an authenticator app with this secret, at this moment of the server (RFC 6238). */
function codeOf(secret: string, now: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret.replaceAll(/[\s=]/g, '')].map((c) =>
    letters.indexOf(c).toString(2).padStart(5, '0'),
  );
  const key = Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  );
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.parse(now) / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

test('each role sees its own screens', async ({ page }) => {
  await logInAtClub(page, 'desk');
  await expect(tabs(page)).toHaveText(['Vandaag', 'Scannen']);
  await page.goto('/club/team');
  await expect(heading(page, 'Vandaag')).toBeVisible();
  await page.goto('/club/account');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'uitloggen', exact: true }).click();
  await expect(heading(page, 'Inloggen')).toBeVisible();
  await expectAccessible(page);

  await logInAtClub(page, 'treasurer');
  await expect(heading(page, 'Afrekening')).toBeVisible();
  await expect(tabs(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').click();
  await expect(page.getByRole('link', { name: 'Afrekening' })).toBeVisible();
  await expectAccessible(page);
});

test('somebody who is invited sets the account up and is logged in', async ({ page, browser, request }) => {
  const name = `Noor Kok ${Date.now()}`;
  const email = `noor${Date.now()}@${club}.example`;
  await logInAtClub(page, 'manager', '/club/team');
  await page.getByRole('button', { name: 'iemand uitnodigen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Naam').fill(name);
  await dialog.getByLabel('E-mailadres').fill(email);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'uitnodigen', exact: true }).click();
  const link = await dialog.locator('code').innerText();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'sluiten' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('uitgenodigd');

  const guest = await opened(browser, link);
  expectRefusal(guest, '401 GET /club/api/session');
  const secret = await guest.locator('code').innerText();
  await expectAccessible(guest);
  await guest.getByLabel('Nieuw wachtwoord').fill('wonderlijk groene weide');
  await guest.getByLabel('Code').fill(codeOf(secret, await serverNow(request)));
  await guest.getByRole('button', { name: 'opslaan' }).click();
  await expect(heading(guest, 'Vandaag')).toBeVisible();
  await guest.context().close();
});

test('a device is paired by its code, once, until a manager ends its access', async ({ page, browser }) => {
  const name = `Receptie ${Date.now()}`;
  await logInAtClub(page, 'manager', '/club/team');
  await page.getByRole('button', { name: 'toestel koppelen' }).click();
  await page.getByLabel('Naam van het toestel').fill(name);
  const asked = page.waitForResponse('**/club/api/devices/pair');
  await page.getByRole('button', { name: 'code tonen' }).click();
  const { link } = (await (await asked).json()) as { link: string };
  await expect(page.getByRole('img', { name: `QR-code die ${name} koppelt` })).toBeVisible();
  await expectAccessible(page);

  const device = await opened(browser, link);
  await device.getByRole('button', { name: 'koppelen' }).click();
  await expect(heading(device, 'Dit toestel is gekoppeld')).toBeVisible();
  await expectAccessible(device);
  await expect(page.getByText(`${name} is gekoppeld.`)).toBeVisible();

  const late = await opened(browser, link);
  expectRefusal(late, '404 POST /club/api/pair');
  await late.getByRole('button', { name: 'koppelen' }).click();
  await expect(late.getByRole('alert')).toContainText('Een code werkt één keer');
  await late.context().close();

  await page.getByRole('button', { name: `ontkoppelen: ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'ontkoppelen' }).click();
  await expect(page.getByText(`${name} is ontkoppeld.`)).toBeVisible();
  expectRefusal(device, '401 GET /club/api/');
  await device.goto('/club/');
  await expect(device.getByText(/is niet meer gekoppeld/)).toBeVisible();
  await device.context().close();
});
