// Whole journeys of operators with the real server. A member calls: "my right was used although I cancelled". An admin
// rebuilds the read models, and an auditor verifies the journal.
import { logInAsOperator } from './operator.ts';
import { apiClientFor, expectAccessible, heading, logIn, member, serverNow } from './support.ts';
import { expect, test } from './test.ts';

const me = member('lotte.smit');
const club = 'wilgenhoek-amersfoort';

test('a right that was forfeited on the play date: found, explained, given back and recorded', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const today = (await serverNow(request)).slice(0, 10);
  const lotte = await apiClientFor(request, me);
  await lotte.cancelAll();
  await lotte.book({ holes: 9, golfclub: club, players: [me], date: today });
  await lotte.cancelAll();

  await logInAsOperator(page, 'support');
  await page.getByRole('searchbox').first().fill(me);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Lotte Smit')).toBeVisible();
  await page.getByRole('link', { name: 'Timeline' }).click();
  const forfeited = page
    .getByRole('article')
    .filter({ hasText: /forfeited/ })
    .first();
  await forfeited.getByRole('button', { expanded: false }).click();
  await expect(forfeited).toContainText('PlayRightForfeited');
  await forfeited
    .getByRole('link', { name: /^State then/ })
    .last()
    .click();
  await expect(page.getByText(/^As it stood on/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to now' }).click();

  await page.getByRole('link', { name: 'Account and acts' }).click();
  await page
    .getByRole('button', { name: /^Give back the right of/ })
    .first()
    .click();
  const reason = `report ${crypto.randomUUID().slice(0, 8)}`;
  await page.getByRole('dialog').getByLabel('Reason').fill(reason);
  await page.getByRole('dialog').getByRole('button', { name: 'Give it back' }).click();
  await expect(page.getByText(/^Given back:/)).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  await page.getByRole('link', { name: 'State and timeline' }).click();
  await page.getByRole('link', { name: 'Timeline' }).click();
  const returned = page.getByRole('article').filter({ hasText: reason }).first();
  await returned.getByRole('button', { expanded: false }).click();
  await expect(returned).toContainText('ForfeitedRightReturned');

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

  const auditing = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const auditor = await auditing.newPage();
  await logInAsOperator(auditor, 'auditor', `/operator/actions?subject=${id}&views=yes`);
  const act = auditor.getByRole('row').filter({ hasText: reason });
  await expect(act).toContainText('Saskia Smit');
  await expect(auditor.getByRole('row').filter({ hasText: 'view' }).first()).toContainText('Saskia Smit');
  await auditing.close();
});

test('an admin rebuilds every projection beside the live tables, and swaps them', async ({ page }) => {
  test.slow();
  await logInAsOperator(page, 'admin', '/operator/projections');
  await page.getByRole('button', { name: /Start a rebuild/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('an index was suspected');
  await expectAccessible(page);
  await expect(dialog.getByRole('button', { name: 'Compare only' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Rebuild, swap later' }).click();
  await expect(page.getByText(/waits for your decision/).first()).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /Swap the tables/ })
    .first()
    .click();
  await dialog.getByLabel('Reason').fill('no row differs');
  await dialog.getByRole('button', { name: /swap/i }).last().click();
  await expect(page.getByText(/swapped/i).first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/All \d+ projections run/)).toBeVisible();
});

test('an auditor verifies the journal and keeps the head of its seal', async ({ page }) => {
  test.slow();
  await logInAsOperator(page, 'auditor', '/operator/integrity');
  await page.getByRole('button', { name: /Verify now/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('weekly check');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText(/^Everything .*holds\.$/)).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);

  const head =
    (await page
      .getByText(/^\d+:[0-9a-f]{64}$/)
      .first()
      .textContent()) ?? '';
  await page.getByLabel('A head that you kept').fill(head);
  await page.getByRole('button', { name: 'Does it still hold?' }).click();
  await expect(page.getByText(/^The seal has this very head/)).toBeVisible();
});
