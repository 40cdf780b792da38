// Purchases of both products on the sandbox's checkout page: paid, failed, cancelled and expired.
import type { APIRequestContext, Page } from '@playwright/test';
import { logInByApi } from './session.ts';
import { apiClientFor, expectAccessible, heading, member } from './support.ts';
import { expect, test } from './test.ts';

const buyers = ['jan.devries', 'bram.bos', 'iris.vos', 'floor.vanderlinden', 'lotte.smit'].map(member);

interface Offer {
  readonly allowPurchase: boolean;
}

/** Finds a member who may still buy the product: a test must not depend on earlier ones. */
async function findBuyer(
  request: APIRequestContext,
  product: 'freevoucher' | 'federationregistration',
): Promise<string> {
  for (const email of buyers) {
    const { token } = await apiClientFor(request, email);
    const response = await request.get(`/api/${product}/buy`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (((await response.json()) as Offer).allowPurchase) return email;
  }
  throw new Error(`no member may buy a ${product} any more: start with a new data folder`);
}

async function pay(page: Page, amount: string, button: string): Promise<void> {
  await page
    .getByRole('radiogroup', { name: 'Betaalmethode' })
    .getByRole('radio', { name: 'iDEAL | Wero' })
    .check();
  await page.getByRole('button', { name: 'betalen' }).click();
  await expect(heading(page, 'Testbetaling')).toBeVisible();
  await expect(page.getByText(amount)).toBeVisible();
  await page.getByRole('button', { name: button }).click();
  await expect(heading(page, "Abo's & extra's")).toBeVisible();
}

test('bought vouchers are in the list', async ({ page, request }) => {
  await logInByApi(page, request, await findBuyer(request, 'freevoucher'));
  await page.goto('/subscriptions');
  await expect(page.getByRole('region', { name: 'Vouchers' })).toBeVisible();
  const vouchers = page.getByRole('region', { name: 'Vouchers' }).getByText('Vrije voucher 9 holes');
  const countBefore = await vouchers.count();
  await page.getByRole('link', { name: 'koop een vrije voucher' }).click();
  await expect(heading(page, 'Vrije voucher kopen')).toBeVisible();
  await expect(page.getByRole('button', { name: 'betalen' })).toBeDisabled();
  await expect(page.getByText('Totaal € 12,50')).toBeVisible();
  await pay(page, '€ 12,50', 'Betalen');
  await expect(
    page.getByRole('status').getByText('je hebt 1 vrije voucher voor 9 holes gekocht'),
  ).toBeVisible();
  await expect(vouchers).toHaveCount(countBefore + 1);
  await page.reload();
  await expect(vouchers).toHaveCount(countBefore + 1);
});

for (const [button, role, detail] of [
  ['Laten mislukken', 'alert', 'De betaling is mislukt.'],
  ['Annuleren', 'status', 'Je hebt de betaling afgebroken.'],
  ['Laten verlopen', 'alert', 'De tijd om te betalen is verlopen.'],
] as const) {
  test(`the reason for an unpaid voucher order is shown: ${button}`, async ({ page, request }) => {
    await logInByApi(page, request, await findBuyer(request, 'freevoucher'));
    await page.goto('/vouchers/buy');
    await pay(page, '€ 12,50', button);
    const message = page.getByRole(role).filter({ hasText: detail });
    await expect(message).toContainText('De betaling van je extra vrije voucher is niet geslaagd.');
  });
}

test('an unpaid registration can be ordered again, and is then paid', async ({ page, request }) => {
  await logInByApi(page, request, await findBuyer(request, 'federationregistration'));
  await page.goto('/federation/buy');
  await pay(page, '€ 49,50', 'Laten mislukken');
  await expect(page.getByRole('alert')).toContainText('De betaling van je NGF registratie is niet geslaagd.');
  await page
    .getByRole('region', { name: 'NGF-registratie 2026' })
    .getByRole('link', { name: 'koop NGF-registratie' })
    .click();
  await pay(page, '€ 49,50', 'Betalen');
  await expect(page.getByRole('status').getByText('je NGF-registratie voor 2026 is geregeld')).toBeVisible();
  await expect(page.getByRole('region', { name: 'NGF-registratie 2026' })).toContainText(
    'Je bent geregistreerd voor 2026',
  );
});

test('the checkout page is accessible', async ({ page, request }) => {
  await logInByApi(page, request, await findBuyer(request, 'freevoucher'));
  await page.goto('/vouchers/buy');
  await page
    .getByRole('radiogroup', { name: 'Betaalmethode' })
    .getByRole('radio', { name: 'iDEAL | Wero' })
    .check();
  await page.getByRole('button', { name: 'betalen' }).click();
  await expect(heading(page, 'Testbetaling')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Annuleren' }).click();
  await expect(heading(page, "Abo's & extra's")).toBeVisible();
});
