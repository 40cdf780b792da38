// The desk of operators with the real server: one member's page with all its tabs, the days of all clubs, who plays on one of
// them, and an operator's own passkey.
import { logInAsOperator } from './operator.ts';
import { addDevice } from './passkeyDevice.ts';
import { apiClientFor, expectAccessible, heading, member } from './support.ts';
import { expect, test } from './test.ts';

const club = 'wilgenhoek-amersfoort';
const lotte = member('lotte.smit');

test('a telephone number is corrected, finds the member, and every tab of the page can be read', async ({
  page,
}) => {
  await logInAsOperator(page, 'support');
  await page.getByRole('searchbox').first().fill(member('wilma.postma'));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Correct the profile…' }).click();
  const dialog = page.getByRole('dialog');
  const digits = String(10_000_000 + Math.floor(Math.random() * 89_999_999));
  await dialog.getByLabel('Telephone').fill(`06-${digits}`);
  await dialog.getByLabel('Reason').fill('asked by telephone');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click();
  await expect(page.getByText('Corrected and mailed: Telephone.')).toBeVisible();

  await page.goto(`/operator/find?q=06 ${digits}`);
  await page.getByRole('link', { name: /Wilma Postma/ }).click();
  await expect(heading(page, 'Wilma Postma')).toBeVisible();
  for (const tab of ['Account and acts', 'Ledger', 'Timeline', 'Mails', 'Refusals', 'Sessions', 'Notes']) {
    await page.getByRole('link', { name: tab, exact: true }).last().click();
    await expect(page.getByRole('link', { name: tab, exact: true }).last()).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expectAccessible(page);
  }
});

test('a day is found among those of all clubs, with who plays', async ({ page, request }) => {
  const api = await apiClientFor(request, lotte);
  await api.cancelAll();
  const [date = ''] = await api.freeDays(club, [lotte], 9);
  await api.book({ holes: 9, golfclub: club, players: [lotte], date });

  await logInAsOperator(page, 'support', `/operator/club-days?from=${date}`);
  await page.getByLabel('Club or town').fill('wilgenhoek');
  await expect(page.getByText('1 of 40 clubs')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/operator/clubs/${club}/${date}/players`);
  await expect(page.getByRole('row').filter({ hasText: 'Lotte Smit' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Export as CSV…' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('the club telephones them');
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

test.describe('at a host name', () => {
  test.use({
    baseURL: (process.env['FAIRWAY_BASE_URL'] ?? 'http://127.0.0.1:8080').replace('127.0.0.1', 'localhost'),
  });

  test('an operator adds a passkey and logs in with it', async ({ page }) => {
    const { confirmAlways, keys } = await addDevice(page);
    await confirmAlways(true);
    await logInAsOperator(page, 'auditor', '/operator/account');
    await page.getByRole('button', { name: 'Add a passkey…' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('The desk');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'The desk' })).toBeVisible();
    expect(await keys()).toBe(1);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page).not.toHaveURL(/login/);
    await page.goto('/operator/account');
    await page.getByRole('button', { name: 'Remove The desk…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect(page.getByRole('row').filter({ hasText: 'The desk' })).toBeHidden();
  });
});
