// A press takes time: a finger or a mouse button is down for about 90 ms. On every form, also after a rejected attempt,
// nothing may move between press and release, because the browser then reports no click.
import type { Locator, Page } from '@playwright/test';
import { errorResponse, intercept, logInByApi } from './session.ts';
import { heading, member, PASSWORD } from './support.ts';
import { expect, expectRefusal, test } from './test.ts';

const me = member('anouk.visser');

const pressSlowly = (control: Locator) => control.click({ delay: 90 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('logging in, after a wrong password', async ({ page }) => {
  expectRefusal(page, '401 POST /api/users/login');
  await page.goto('/auth/login');
  await page.getByLabel('E-mailadres').fill(me);
  await page.getByLabel('Wachtwoord').fill('niet mijn wachtwoord');
  await pressSlowly(button(page, 'inloggen'));
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Wachtwoord').fill(PASSWORD);
  await pressSlowly(button(page, 'inloggen'));
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
});

test('requesting a mail for a new password, after a failure', async ({ page }) => {
  const requests = await intercept(page, 'POST /users/forgot_password', errorResponse(500));
  await page.goto('/auth/forgot');
  await page.getByLabel('E-mailadres').fill(me);
  await pressSlowly(button(page, 'verstuur'));
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('E-mailadres').fill(me);
  await pressSlowly(button(page, 'verstuur'));
  await expect.poll(() => requests.length).toBe(2);
});

/** The rejected attempt puts the focus into the field; only a press that counts puts it there again. */
async function expectCountedPress(page: Page, press = pressSlowly): Promise<void> {
  const repeat = page.getByLabel('Herhaal wachtwoord');
  await page.getByLabel('Nieuw wachtwoord').fill('fairway op zondag');
  await repeat.fill('iets anders');
  await press(button(page, 'opslaan'));
  await expect(repeat).toBeFocused();
  await repeat.fill('weer iets anders');
  await expect(repeat).not.toHaveAttribute('aria-invalid');
  await press(button(page, 'opslaan'));
  await expect(repeat).toBeFocused();
  await expect(repeat).toHaveAttribute('aria-invalid', 'true');
}

test('a new password with the link of the mail, after one that was repeated differently', async ({
  page,
}) => {
  await page.goto('/auth/reset?token=wordt-niet-gebruikt');
  await expectCountedPress(page);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true });

  test('a new password, after one that was repeated differently', async ({ page }) => {
    await page.goto('/auth/reset?token=wordt-niet-gebruikt');
    await expectCountedPress(page, (control) => control.tap());
  });
});

test.describe('as a member', () => {
  test.beforeEach(async ({ page, request }) => {
    await logInByApi(page, request, me);
  });

  test('changing the password, after one that was repeated differently', async ({ page }) => {
    await page.goto('/profile/password');
    await page.getByLabel('Huidig wachtwoord').fill(PASSWORD);
    await expectCountedPress(page);
  });

  test('the profile, after a handicap that is no number', async ({ page }) => {
    await page.goto('/profile');
    const handicap = page.getByLabel('Handicap');
    const summary = page.getByRole('alert');
    await handicap.fill('hoog');
    await pressSlowly(button(page, 'opslaan'));
    await expect(summary).toBeFocused();
    await handicap.fill('laag');
    await expect(handicap).not.toHaveAttribute('aria-invalid');
    await pressSlowly(button(page, 'opslaan'));
    await expect(summary).toBeFocused();
    await expect(handicap).toHaveAttribute('aria-invalid', 'true');
  });

  for (const [path, call] of [
    ['/vouchers/buy', 'POST /freevoucher/pay'],
    ['/federation/buy', 'POST /federationregistration/pay'],
  ] as const) {
    test(`${path}, after a failure`, async ({ page }) => {
      const requests = await intercept(page, call, errorResponse(500));
      await page.goto(path);
      await pressSlowly(page.getByRole('radio', { name: 'Creditcard' }));
      await pressSlowly(button(page, 'betalen'));
      await expect(page.getByRole('alert')).toBeVisible();
      await pressSlowly(page.getByRole('radio', { name: 'Bancontact' }));
      await pressSlowly(button(page, 'betalen'));
      await expect.poll(() => requests.length).toBe(2);
    });
  }

  test('adding a player, after an address that is not a member', async ({ page }) => {
    await page.goto('/reservation/players');
    const address = page.getByRole('combobox', { name: 'E-mailadres medespeler' });
    await address.fill('niemand@elders.example');
    await pressSlowly(button(page, 'toevoegen'));
    await expect(page.getByText('niemand@elders.example niet gevonden')).toBeVisible();
    await address.fill(member('daan.meijer'));
    await pressSlowly(button(page, 'toevoegen'));
    await expect(page.getByRole('list', { name: 'Spelers' }).getByText('Daan')).toBeVisible();
  });
});
