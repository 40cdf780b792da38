// Content that editors write: news, questions, pages, and the general terms.
import { logInByApi } from './session.ts';
import { expectAccessible, heading, member } from './support.ts';
import { expect, test } from './test.ts';

const me = member('peter.maas');

test.beforeEach(async ({ page, request }) => {
  await logInByApi(page, request, me);
});

test('news is sorted newest first, with Dutch dates', { tag: '@days' }, async ({ page }) => {
  await page.goto('/news');
  await expect(heading(page, 'Nieuwsberichten')).toBeVisible();
  await expect(page).toHaveTitle('Nieuwsberichten · Fairway');
  await expect(page.getByRole('article').first()).toBeVisible();
  const dates = await page.getByRole('article').locator('time').allTextContents();
  expect(dates.length).toBeGreaterThan(2);
  for (const date of dates) expect(date).toMatch(/^\d\d-\d\d-\d{4}$/);
  const days = dates.map((date) => date.split('-').toReversed().join('-'));
  expect(days).toEqual(days.toSorted().toReversed());
});

test('questions open on a click, and a search opens and marks its matches', async ({ page }) => {
  await page.goto('/faq');
  await expect(heading(page, 'Veelgestelde vragen')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Annuleren' })).toBeVisible();
  const question = page.getByRole('button', { name: 'Tot wanneer kan ik gratis annuleren?' });
  await expect(question).toHaveAttribute('aria-expanded', 'false');
  await question.click();
  await expect(question).toHaveAttribute('aria-expanded', 'true');
  await question.click();

  const searchField = page.getByRole('searchbox', { name: 'Zoek in de vragen' });
  await searchField.fill('vo');
  await expect(page.locator('mark')).toHaveCount(0);
  // The text is `vóór je ronde`: the search ignores case and accents.
  await searchField.fill('VOOR JE');
  await expect(question).toHaveAttribute('aria-expanded', 'true');
  await expect(page.locator('mark').first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'gevonden' })).toContainText(/^\d+ vra/);
  await expectAccessible(page);

  await searchField.fill('<img src=x onerror=alert(1)>');
  await expect(page.getByText(/Geen vragen gevonden/)).toBeVisible();
  await expect(page.locator('mark')).toHaveCount(0);
});

test('the general terms are a PDF', async ({ page, request }) => {
  await page.goto('/faq');
  const link = page.getByRole('link', { name: 'algemene voorwaarden' });
  const response = await request.get((await link.getAttribute('href')) ?? '');
  expect(response.headers()['content-type']).toContain('application/pdf');
  expect((await response.body()).subarray(0, 5).toString()).toBe('%PDF-');
});

for (const [path, title, expectedText] of [
  ['/contact', 'Contact', 'klantenservice'],
  ['/info', 'Zo werkt Fairway', 'golfbanen'],
] as const) {
  test(`${path} shows the editor's page`, async ({ page }) => {
    await page.goto(path);
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByRole('main')).toContainText(expectedText);
    await expect(page).toHaveTitle(`${title} · Fairway`);
  });
}
