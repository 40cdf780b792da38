// Content with the real server: a page is changed with a preview, members read it at once, and the change is undone.
import { expectAccessible, heading, logIn, member, PASSWORD } from './support.ts';
import { expect, expectRefusal, test } from './test.ts';

test('a page is written with a preview, members read it, and the change is undone', async ({
  page,
  browser,
  baseURL,
}) => {
  expectRefusal(page, '401 GET /operator/api/session');
  await page.goto('/operator/content?kind=page');
  await page.getByLabel('E-mail address').fill(member('content'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'log in', exact: false }).click();
  await expect(heading(page, 'Content')).toBeVisible();
  await expect(page.getByRole('row', { name: /published/ }).first()).toBeVisible();
  await expectAccessible(page);

  await page.goto('/operator/content/edit?kind=page&key=info');
  const text = page.getByLabel('Text', { exact: true });
  const before = await text.inputValue();
  await text.fill(`${before}<p onclick="x()">Vandaag is de balie <em>gesloten</em>.</p><script>x()</script>`);
  const preview = page.frameLocator('iframe');
  await expect(preview.getByText('Vandaag is de balie gesloten.')).toBeVisible();
  await expect(preview.locator('[onclick], script')).toHaveCount(0);
  await page.getByLabel('Reason').fill('the desk is closed today');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(heading(page, 'Content')).toBeVisible();

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const reader = await context.newPage();
  await logIn(reader, member('lotte.smit'));
  await reader.goto('/info');
  await expect(reader.getByText('Vandaag is de balie gesloten.')).toBeVisible();

  await page.goto('/operator/content/changes?kind=page&key=info');
  await expect(page.getByText('the desk is closed today').first()).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /^Undo the change/ })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('Reason').fill('it is open after all');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('it is open after all')).toBeVisible();
  await reader.reload();
  await expect(reader.getByRole('main')).not.toContainText('Vandaag is de balie');
  await context.close();
});
