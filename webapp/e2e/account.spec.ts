// The profile, a forgotten password, and impersonation by an operator.
//
// Two tests need more than the server's address: `FAIRWAY_DATA_DIR`, in which the server stores the mails that it
// sends, and `FAIRWAY_BIN`, the program that creates an impersonation link. Without them these tests are skipped.
import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { logInByApi } from './session.ts';
import { expectAccessible, heading, logIn, member, PASSWORD } from './support.ts';
import { expect, expectRefusal, test } from './test.ts';

const run = promisify(execFile);
const dataDir = process.env['FAIRWAY_DATA_DIR'];
const program = process.env['FAIRWAY_BIN'];

const save = (page: Page) => page.getByRole('button', { name: 'opslaan' }).click();

test.describe('the profile', () => {
  const me = member('marijke.kok');

  test.beforeEach(async ({ page, request }) => {
    await logInByApi(page, request, me);
    await page.goto('/profile');
    await expect(page.getByLabel('Straat')).toBeVisible();
  });

  test('saves what a member types, and normalises it', async ({ page }) => {
    await page.getByLabel('Postcode').fill('3811ab');
    await page.getByLabel('Telefoon').fill('06 10041826');
    await page.getByLabel('Handicap').fill('17,6');
    await page.getByLabel('Geboortedatum').fill('1-5-1968');
    await save(page);
    await expect(page.getByText('Je wijzigingen zijn succesvol opgeslagen!')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Postcode')).toHaveValue('3811 AB');
    await expect(page.getByLabel('Telefoon')).toHaveValue('06 10041826');
    await expect(page.getByLabel('Handicap')).toHaveValue('17,6');
    await expect(page.getByLabel('Geboortedatum')).toHaveValue('01-05-1968');
    await expectAccessible(page);
  });

  test('a handicap may be typed with a point', async ({ page }) => {
    await page.getByLabel('Handicap').fill('18.25');
    await save(page);
    await expect(page.getByText('Je wijzigingen zijn succesvol opgeslagen!')).toBeVisible();
    await expect(page.getByLabel('Handicap')).toHaveValue('18,25');
  });

  test('shows errors next to their fields and in a summary that gets the focus', async ({ page }) => {
    expectRefusal(page, '422 POST /api/users/me/profile');
    await page.getByLabel('Postcode').fill('0123 SS');
    await page.getByLabel('GSN').fill('NL123');
    await page.getByLabel('Telefoon').fill('abc');
    await save(page);
    const summary = page.getByRole('alert');
    await expect(summary).toBeFocused();
    await expect(summary).toContainText(
      'Let op: Één of meerdere velden bevatten fouten, je aanpassingen zijn niet opgeslagen!',
    );
    for (const label of ['Postcode', 'GSN', 'Telefoon']) {
      await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
    }
    await expectAccessible(page);
    await summary.getByRole('link', { name: /^Telefoon/ }).click();
    await expect(page.getByLabel('Telefoon')).toBeFocused();
  });

  test('changes that are not saved survive another screen, a reload and an ended session', async ({
    page,
  }) => {
    // Whichever calls are on their way when the session ends.
    expectRefusal(page, '401 GET /api/');
    const street = page.getByLabel('Straat');
    const savedStreet = await street.inputValue();
    await street.fill('Wilgenlaan');
    await page.getByRole('link', { name: 'wachtwoord wijzigen' }).click();
    await page.getByRole('link', { name: 'naar je profiel' }).click();
    await expect(street).toHaveValue('Wilgenlaan');
    await page.reload();
    await expect(street).toHaveValue('Wilgenlaan');

    await page.evaluate(() => localStorage.setItem('access_token', 'ended'));
    await page.reload();
    await expect(heading(page, 'Inloggen')).toBeVisible();
    await page.getByLabel('E-mailadres').fill(me);
    await page.getByLabel('Wachtwoord').fill(PASSWORD);
    await page.getByRole('button', { name: 'inloggen', exact: true }).click();
    await expect(heading(page, 'Profiel')).toBeVisible();
    await expect(street).toHaveValue('Wilgenlaan');
    await expect(page.getByText('Je vorige wijzigingen zijn nog niet opgeslagen.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'ongedaan maken' }).click();
    await expect(street).toHaveValue(savedStreet);
  });

  test('name and e-mail are read-only; the club field is for club members only', async ({ page }) => {
    for (const label of ['Voornaam', 'Tussenvoegsel', 'Achternaam', 'E-mailadres']) {
      await expect(page.getByLabel(label)).not.toBeEditable();
    }
    const membership = page.getByRole('checkbox', { name: 'Ik ben lid van een golfclub' });
    await membership.check();
    await expect(page.getByLabel('Golfclub', { exact: true })).toBeVisible();
    await membership.uncheck();
    await expect(page.getByLabel('Golfclub', { exact: true })).toBeHidden();
  });
});

test('an incomplete profile shows a notice', async ({ page, request }) => {
  await logInByApi(page, request, member('tim.janssens'));
  await page.goto('/profile');
  await expect(page.getByText(/Je profiel is nog niet compleet/)).toBeVisible();
});

test.describe('a forgotten password', () => {
  test('requesting a mail does not disclose who is a member', async ({ page }) => {
    for (const address of [member('peter.maas'), 'niemand@elders.example']) {
      await page.goto('/auth/forgot');
      await page.getByLabel('E-mailadres').fill(address);
      await page.getByRole('button', { name: 'verstuur' }).click();
      await expect(page.getByRole('status')).toContainText('Als je e-mailadres bij ons bekend is');
      await expect(page.getByRole('status')).toContainText('klantenservice');
    }
    await expectAccessible(page);
  });

  test('the link in the mail sets a new password only once', async ({ page }) => {
    test.skip(!dataDir, 'FAIRWAY_DATA_DIR is not set');
    const me = member('esther.deboer');
    await page.goto(await resetLink(page, me));
    await enterNewPassword(page, 'fairway op zondag');
    await expect(page.getByRole('status')).toContainText('Je nieuwe wachtwoord is opgeslagen.');
    expectRefusal(page, '422 POST /api/users/reset_password');
    const usedLink = page.url();
    await page.goto(usedLink);
    await enterNewPassword(page, 'fairway op maandag');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByRole('link', { name: 'nieuwe link aanvragen' })).toBeVisible();

    // Restores the demo password: other tests log in with it.
    await page.goto(await resetLink(page, me));
    await enterNewPassword(page, PASSWORD);
    await page.getByRole('link', { name: 'inloggen' }).click();
    await logIn(page, me);
  });

  test('a password that is too short or repeated differently is reported at its field', async ({ page }) => {
    await page.goto('/auth/reset?token=wordt-niet-gebruikt');
    // The token is no longer in the address. It survives a reload: a phone may unload the page to free memory.
    await expect(page).toHaveURL(/\/auth\/reset$/);
    await page.reload();
    await enterNewPassword(page, 'zeven12');
    await expect(page.getByLabel('Nieuw wachtwoord')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Nieuw wachtwoord').fill('fairway op zondag');
    await page.getByRole('button', { name: 'opslaan' }).click();
    await expect(page.getByLabel('Herhaal wachtwoord')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
  });
});

async function enterNewPassword(page: Page, password: string) {
  await page.getByLabel('Nieuw wachtwoord').fill(password);
  await page.getByLabel('Herhaal wachtwoord').fill(password);
  await page.getByRole('button', { name: 'opslaan' }).click();
}

/** Requests a mail and waits until the outbox has a link that was not there before. */
async function resetLink(page: Page, address: string): Promise<string> {
  const earlierLinks = new Set(await links(address));
  await page.goto('/auth/forgot');
  await page.getByLabel('E-mailadres').fill(address);
  await page.getByRole('button', { name: 'verstuur' }).click();
  await expect(page.getByRole('status')).toBeVisible();
  let newLink: string | undefined;
  await expect
    .poll(async () => (newLink = (await links(address)).find((link) => !earlierLinks.has(link))))
    .toBeTruthy();
  return newLink ?? '';
}

async function links(address: string): Promise<string[]> {
  const folder = join(dataDir ?? '', 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map(async (name) => readFile(join(folder, name), 'utf8')));
  return mails
    .filter((mail) => mail.includes(address))
    .flatMap((mail) => decodeQuotedPrintable(mail).match(/\/auth\/reset\?token=[\w-]+/g) ?? []);
}

/** Decodes the quoted-printable sequences that occur in a link. */
const decodeQuotedPrintable = (mail: string) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');

test.describe('impersonation by an operator', () => {
  const me = member('karin.schouten');

  test('needs a click, works once, and always shows a banner', async ({ page, request }) => {
    test.skip(!program || !dataDir, 'FAIRWAY_BIN or FAIRWAY_DATA_DIR is not set');
    await stat(program ?? '');
    const args = ['impersonate', me, '--operator', 'e2e', '--reason', 'reis door de browser'];
    // The link is valid for five minutes of the server's clock, which is not this machine's.
    const now = (await request.get('/healthz')).headers()['x-fairway-now'] ?? '';
    const { stdout } = await run(program ?? '', args, { env: { ...process.env, FAIRWAY_CLOCK: now } });
    const path = /\/auth\/impersonate\?\S+/.exec(stdout)?.[0] ?? '';

    await page.goto(path);
    await expect(heading(page, 'Inloggen als lid')).toBeVisible();
    await expect(page).toHaveURL(/\/auth\/impersonate$/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'inloggen', exact: true }).click();
    await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
    const banner = page.getByText('Je bekijkt het portaal als Karin Schouten');
    await expect(banner).toBeVisible();
    await page.goto('/faq');
    await expect(banner).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'stoppen' }).click();
    await expect(heading(page, 'Inloggen')).toBeVisible();
    await expect(banner).toBeHidden();

    expectRefusal(page, '401 POST /api/token/login');
    await page.goto(path);
    await page.getByRole('button', { name: 'inloggen', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('foutieve login');
  });

  test('an invalid link is rejected', async ({ page }) => {
    expectRefusal(page, '401 POST /api/token/login');
    await page.goto('/auth/impersonate?id=a&login=b');
    await page.getByRole('button', { name: 'inloggen', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('foutieve login');
  });
});
