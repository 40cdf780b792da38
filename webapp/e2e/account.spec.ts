// The member's own data and keys to the portal: profile, forgotten password, an operator who looks on.
//
// Two journeys need more than the address of the server: `FAIRWAY_DATA_DIR`, where it leaves the mails that it
// sends, and `FAIRWAY_BIN`, the program with which an operator makes a link. Without them those are skipped.
import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, type Page } from '@playwright/test';
import { beMember } from './session.ts';
import { expectSound, heading, logIn, member, PASSWORD } from './support.ts';

const run = promisify(execFile);
const dataDir = process.env['FAIRWAY_DATA_DIR'];
const program = process.env['FAIRWAY_BIN'];

const save = (page: Page) => page.getByRole('button', { name: 'opslaan' }).click();

test.describe('the profile', () => {
  const me = member('marijke.kok');

  test.beforeEach(async ({ page, request }) => {
    await beMember(page, request, me);
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
    await expect(page.getByLabel('Telefoon')).toHaveValue('+31610041826');
    await expect(page.getByLabel('Handicap')).toHaveValue('17,6');
    await expect(page.getByLabel('Geboortedatum')).toHaveValue('01-05-1968');
    await expectSound(page);
  });

  test('a handicap may be typed with a point', async ({ page }) => {
    await page.getByLabel('Handicap').fill('18.25');
    await save(page);
    await expect(page.getByText('Je wijzigingen zijn succesvol opgeslagen!')).toBeVisible();
    await expect(page.getByLabel('Handicap')).toHaveValue('18,25');
  });

  test('puts errors next to their fields and gathers them where the focus goes', async ({ page }) => {
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
    await expectSound(page);
    await summary.getByRole('link', { name: /^Telefoon/ }).click();
    await expect(page.getByLabel('Telefoon')).toBeFocused();
  });

  test('name and e-mail stand fast; the club is for club members', async ({ page }) => {
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

test('an incomplete profile says what it lacks', async ({ page, request }) => {
  await beMember(page, request, member('tim.janssens'));
  await page.goto('/profile');
  await expect(page.getByText(/Je profiel is nog niet compleet/)).toBeVisible();
});

test.describe('a forgotten password', () => {
  test('asking tells nothing about who is a member', async ({ page }) => {
    for (const address of [member('peter.maas'), 'niemand@elders.example']) {
      await page.goto('/auth/forgot');
      await page.getByLabel('E-mailadres').fill(address);
      await page.getByRole('button', { name: 'verstuur' }).click();
      await expect(page.getByRole('status')).toContainText('Als je e-mailadres bij ons bekend is');
      await expect(page.getByRole('status')).toContainText('klantenservice');
    }
    await expectSound(page);
  });

  test('the link in the mail leads to a new password, once', async ({ page }) => {
    test.skip(!dataDir, 'FAIRWAY_DATA_DIR is not set');
    const me = member('esther.deboer');
    await page.goto(await resetLink(page, me));
    await choose(page, 'fairway op zondag');
    await expect(page.getByRole('status')).toContainText('Je nieuwe wachtwoord is opgeslagen.');
    const used = page.url();
    await page.goto(used);
    await choose(page, 'fairway op maandag');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByRole('link', { name: 'nieuwe link aanvragen' })).toBeVisible();

    // Back to the demo's password, for whoever comes next.
    await page.goto(await resetLink(page, me));
    await choose(page, PASSWORD);
    await page.getByRole('link', { name: 'inloggen' }).click();
    await logIn(page, me);
  });

  test('too short or unlike is told at its field', async ({ page }) => {
    await page.goto('/auth/reset?token=wordt-niet-gebruikt');
    // The token is in no address that is kept or shown, and survives the reload of a phone that was short of memory.
    await expect(page).toHaveURL(/\/auth\/reset$/);
    await page.reload();
    await choose(page, 'zeven12');
    await expect(page.getByLabel('Nieuw wachtwoord')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Nieuw wachtwoord').fill('fairway op zondag');
    await page.getByRole('button', { name: 'opslaan' }).click();
    await expect(page.getByLabel('Herhaal wachtwoord')).toHaveAttribute('aria-invalid', 'true');
    await expectSound(page);
  });
});

async function choose(page: Page, password: string) {
  await page.getByLabel('Nieuw wachtwoord').fill(password);
  await page.getByLabel('Herhaal wachtwoord').fill(password);
  await page.getByRole('button', { name: 'opslaan' }).click();
}

/** Asks for a mail and waits until its link, other than the ones before it, lies in the outbox. */
async function resetLink(page: Page, address: string): Promise<string> {
  const before = new Set(await links(address));
  await page.goto('/auth/forgot');
  await page.getByLabel('E-mailadres').fill(address);
  await page.getByRole('button', { name: 'verstuur' }).click();
  await expect(page.getByRole('status')).toBeVisible();
  let fresh: string | undefined;
  await expect
    .poll(async () => (fresh = (await links(address)).find((link) => !before.has(link))))
    .toBeTruthy();
  return fresh ?? '';
}

async function links(address: string): Promise<string[]> {
  const folder = join(dataDir ?? '', 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map(async (name) => readFile(join(folder, name), 'utf8')));
  return mails
    .filter((mail) => mail.includes(address))
    .flatMap((mail) => plain(mail).match(/\/auth\/reset\?token=[\w-]+/g) ?? []);
}

/** Undoes quoted-printable as far as a link needs it. */
const plain = (mail: string) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');

test.describe('an operator who looks on', () => {
  const me = member('karin.schouten');

  test('needs a click, works once, and never hides', async ({ page, request }) => {
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
    await expectSound(page);
    await page.getByRole('button', { name: 'inloggen' }).click();
    await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
    const banner = page.getByText('Je bekijkt het portaal als Karin Schouten');
    await expect(banner).toBeVisible();
    await page.goto('/faq');
    await expect(banner).toBeVisible();
    await expectSound(page);
    await page.getByRole('link', { name: 'stoppen' }).click();
    await expect(heading(page, 'Inloggen')).toBeVisible();
    await expect(banner).toBeHidden();

    await page.goto(path);
    await page.getByRole('button', { name: 'inloggen' }).click();
    await expect(page.getByRole('alert')).toContainText('foutieve login');
  });

  test('a made-up link is refused', async ({ page }) => {
    await page.goto('/auth/impersonate?id=a&login=b');
    await page.getByRole('button', { name: 'inloggen' }).click();
    await expect(page.getByRole('alert')).toContainText('foutieve login');
  });
});
