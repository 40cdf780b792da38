// Operators' acts for members, with the real server: a forfeited right is given back and the member reads why; a day of
// a club is closed with a round on it and opened again.
import { logInAsOperator } from './operator.ts';
import { expectAccessible, apiClientFor, logIn, member, serverNow } from './support.ts';
import { expect, test } from './test.ts';

const me = member('lotte.smit');
const club = 'wilgenhoek-amersfoort';

test('a right that was forfeited is given back, and the member reads it', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const lotte = await apiClientFor(request, me);
  await lotte.cancelAll();
  const [date = ''] = await lotte.freeDays(club, [me]);
  await lotte.book({ holes: 18, golfclub: club, players: [me], date });

  await logInAsOperator(page, 'support');
  await page.getByRole('searchbox').first().fill(me);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Upcoming rounds' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: /^Cancel the round at Golfclub De Wilgenhoek/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^Forfeit/ }).check();
  await dialog.getByLabel('Reason').fill('asked by telephone');
  await expectAccessible(page);
  await dialog
    .getByRole('button', { name: /^Cancel/ })
    .last()
    .click();
  await expect(dialog).toBeHidden();

  await page
    .getByRole('button', { name: /^Give back the right of/ })
    .first()
    .click();
  await dialog.getByLabel('Reason').fill('it was a mistake of ours');
  await dialog.getByRole('button', { name: 'Give it back' }).click();
  await expect(page.getByText(/^Given back:/)).toBeVisible();

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const reader = await context.newPage();
  await logIn(reader, me);
  await reader.goto('/subscriptions');
  await reader
    .getByRole('button', { name: /waarom is mijn speelrecht gebruikt/ })
    .first()
    .click();
  await expect(
    reader.getByText('De klantenservice heeft dit vervallen speelrecht teruggegeven.').first(),
  ).toBeVisible();
  await context.close();
});

test('a voucher that was granted by mistake is withdrawn, with the ticket in both records', async ({
  page,
}) => {
  await logInAsOperator(page, 'support');
  await page.getByRole('searchbox').first().fill(me);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Grant vouchers…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('button', { name: /: 18 holes, 3 months$/ })
    .first()
    .click();
  await dialog.getByLabel('Reason').fill('compensation');
  await dialog.getByLabel('Ticket number').fill('4711');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Grant', exact: true }).click();
  await expect(dialog).toBeHidden();
  const vouchers = page.getByRole('region', { name: 'Vouchers' });
  const unused = vouchers.getByRole('row', { name: /unused/ });
  await expect(unused.first()).toBeVisible();
  const before = await unused.count();
  await unused
    .last()
    .getByRole('button', { name: /^Withdraw/ })
    .click();
  await dialog.getByLabel('Reason').fill('it was for somebody else');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Withdraw/ }).click();
  await expect(dialog).toBeHidden();
  await expect(unused).toHaveCount(before - 1);
});

test('days of two clubs are closed in one form, and opened again', async ({ page, request }) => {
  // After the days that members book, and hardly one that another run of this journey chooses.
  const today = Date.parse((await serverNow(request)).slice(0, 10));
  const day = new Date(today + (40 + Math.floor(Math.random() * 300)) * 86_400_000)
    .toISOString()
    .slice(0, 10);
  await logInAsOperator(page, 'support', '/operator/change-days');
  const change = async (kind: string) => {
    await page.getByLabel(/^Golfclub De Wilgenhoek/).check();
    await page.getByLabel(/^Golfbaan De Vruchtenkamp/).check();
    await page.getByLabel('First day').fill(day);
    await page.getByLabel('Last day').fill(day);
    await page.getByLabel('Change', { exact: true }).selectOption(kind);
  };
  await change('close');
  await page.getByRole('button', { name: 'Vorst' }).click();
  await page.getByLabel('Reason').fill('frost');
  await page.getByRole('button', { name: 'Show whom it meets' }).click();
  await expect(page.getByText('2 days would change.', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Close/ }).click();
  await expect(page.getByText('2 days are closed.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Change other days' }).click();
  await change('reopen');
  await page.getByLabel('Reason').fill('it thawed');
  await page.getByRole('button', { name: 'Show whom it meets' }).click();
  await page.getByRole('button', { name: /^Reopen/ }).click();
  await expect(page.getByText('2 days are open again.', { exact: false })).toBeVisible();
});

test('a day of a club is closed with a round on it, and opened again', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const lotte = await apiClientFor(request, me);
  await lotte.cancelAll();
  const [, date = ''] = await lotte.freeDays(club, [me]);
  await lotte.book({ holes: 9, golfclub: club, players: [me], date });

  await logInAsOperator(page, 'support', `/operator/clubs/${club}/${date}/close`);
  await expect(page.getByRole('region', { name: 'Whom it meets' })).toContainText('Lotte Smit');
  await expectAccessible(page);
  await page.getByLabel('Notice to members').fill('Vorst op de baan');
  await page.getByLabel('Reason').fill('the greenkeeper called');
  await page.getByRole('button', { name: /^Close the day/ }).click();
  await expect(page.getByText(/is closed\. 1 round/)).toBeVisible();

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const reader = await context.newPage();
  await logIn(reader, me);
  await reader.goto('/reservations/history');
  await expect(reader.getByText(/Geannuleerd door de club: Vorst op de baan/).first()).toBeVisible();
  expect(await lotte.freeDays(club, [me], 9)).not.toContain(date);
  await context.close();

  await page.goto(`/operator/clubs/${club}?from=${date}`);
  await page
    .getByRole('button', { name: /^Reopen/ })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('Reason').fill('it thawed');
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen the day' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await lotte.freeDays(club, [me], 9)).toContain(date);
});
