// Content with the real server: a page is changed with a preview, members read it at once, and the change is undone.
import { logInAsOperator } from './operator.ts';
import { expectAccessible, heading, logIn, member, PASSWORD, serverNow } from './support.ts';
import { expect, expectRefusal, test } from './test.ts';

test('a page is written with a preview, members read it, and the change is undone', async ({
  page,
  browser,
  baseURL,
}) => {
  await logInAsOperator(page, 'content', '/operator/content?kind=page');
  await expect(heading(page, 'Content')).toBeVisible();
  await expect(page.getByRole('row', { name: /published/ }).first()).toBeVisible();
  await expectAccessible(page);

  await page.goto('/operator/content/edit?kind=page&key=info');
  await page.getByRole('button', { name: 'Text: write HTML' }).click();
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
  await expect(page.getByText('it is open after all').first()).toBeVisible();
  await reader.reload();
  await expect(reader.getByRole('main')).not.toContainText('Vandaag is de balie');
  await context.close();
});

test('a text with a table is written without HTML, and seen where members see it', async ({ page }) => {
  const title = `Wintertijden ${crypto.randomUUID().slice(0, 8)}`;
  await logInAsOperator(page, 'content', '/operator/content/edit?kind=news');
  await page.getByLabel('Title').fill(title);
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.pressSequentially('Vanaf maandag:');
  await text.press('Enter');
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await text.pressSequentially('Dag');
  await text.press('Tab');
  await text.pressSequentially('Tijd');
  const preview = page.frameLocator('iframe');
  await expect(preview.getByRole('columnheader')).toHaveText(['Dag', 'Tijd']);
  await expectAccessible(page);
  await page.getByLabel('Reason').fill('winter times');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('status')).toContainText(`Published: ${title}.`);
  await expect(page.getByRole('link', { name: 'See it as members do' })).toHaveAttribute('href', /\/news$/);

  await page.getByRole('link', { name: title }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('it was a test');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('row', { name: new RegExp(title) })).toHaveCount(0);
});

test('a text whose session ends before it is saved is saved after a log-in over it', async ({
  page,
  context,
}) => {
  const title = `Rustdag ${crypto.randomUUID().slice(0, 8)}`;
  await logInAsOperator(page, 'content', '/operator/content/edit?kind=news');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Text', { exact: true }).fill('Maandag is de baan dicht.');
  await expect(page.frameLocator('iframe').getByText('Maandag is de baan dicht.')).toBeVisible();
  await page.getByRole('radio', { name: 'Not yet' }).check();
  await page.getByLabel('Reason').fill('asked by the club');
  await context.clearCookies();
  expectRefusal(page, '401 POST /operator/api/content/add');
  await page.getByRole('button', { name: 'Save the draft' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session ended' });
  const password = dialog.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await expectAccessible(page);
  await password.fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('row', { name: new RegExp(title) })).toContainText('draft');

  await page.getByRole('link', { name: title }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('it was a test');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('row', { name: new RegExp(title) })).toHaveCount(0);
});

test(
  'a news item is planned for tomorrow: until then nobody reads it',
  { tag: '@days' },
  async ({ page, request, browser, baseURL }) => {
    const title = `Wintergreens ${crypto.randomUUID().slice(0, 8)}`;
    const tomorrow = new Date(new Date(await serverNow(request)).getTime() + 86_400_000);
    const date = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' }).format(tomorrow);

    await logInAsOperator(page, 'content', '/operator/content/edit?kind=news');
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Text', { exact: true }).fill('Vanaf morgen speel je op wintergreens.');
    await page.getByRole('radio', { name: 'At a time' }).check();
    await page.getByLabel('Appears at').fill(`${date}T06:00`);
    await page.getByLabel('Reason').fill('the greenkeeper asked for it');
    // The preview is loaded again when the text rests.
    const preview = page.frameLocator('iframe');
    await expect(preview.getByText('Vanaf morgen speel je op wintergreens.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Plan' }).click();

    const row = page.getByRole('row', { name: new RegExp(title) });
    await expect(row).toContainText('scheduled');
    await expect(row).toContainText(/appears .*06:00/);

    const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
    const reader = await context.newPage();
    await logIn(reader, member('lotte.smit'));
    await reader.goto('/news');
    await expect(reader.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(reader.getByRole('article').first()).toBeVisible();
    await expect(reader.getByText(title)).toHaveCount(0);

    // Published at once it is there: the reader's screen was the right one.
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('radio', { name: 'Now' }).check();
    await page.getByLabel('Reason').fill('frost came early');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(row).toContainText('published');
    await reader.reload();
    await expect(reader.getByText(title).first()).toBeVisible();
    await context.close();

    await page.getByRole('link', { name: title }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('it was a test');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(row).toHaveCount(0);
  },
);

test('a club is put on the map by a press', async ({ page }) => {
  await logInAsOperator(page, 'content', '/operator/content/edit?kind=club&key=wilgenhoek-amersfoort');
  const north = page.getByLabel(/degrees north/);
  const before = await north.inputValue();
  await page.getByRole('img', { name: /place on a map/ }).click({ position: { x: 200, y: 40 } });
  await expect(north).not.toHaveValue(before);
  await expect(north).toHaveValue(/^5[0-4]\.\d{5}$/);
  await expect(page.getByLabel(/degrees east/)).toHaveValue(/^[3-7]\.\d{5}$/);
  await expectAccessible(page);
  // Nothing is stored without a press of its button, and leaving asks.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('link', { name: 'Clubs' }).click();
  await expect(heading(page, 'Content')).toBeVisible();
});
