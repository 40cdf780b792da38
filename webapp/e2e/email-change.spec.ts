// A member asks for another e-mail address, confirms it by the link that is mailed to it, and logs in with it.
import type { APIRequestContext, Page } from '@playwright/test';
import { logInByApi } from './session.ts';
import { apiClientFor, expectAccessibleInAllDisplays, heading, logIn, member, PASSWORD } from './support.ts';
import { expect, expectRefusal, test } from './test.ts';

/** Used by no other test: during this test the member has another address. */
const me = member('hugo.kramer');
const NEW = 'hugo@elders.example';

/** The path of the link in the last mail to a new address. */
async function linkTo(page: Page, to: string): Promise<string> {
  const row = page
    .getByRole('row')
    .filter({ hasText: to })
    .filter({ hasText: /Bevestig je nieuwe e-mailadres/ });
  await expect(async () => {
    await page.goto('/dev/mail');
    await expect(row.first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await row.first().getByRole('link').click();
  const text = (await page.locator('pre').textContent()) ?? '';
  const path = /\/auth\/email\?token=[\w-]+/.exec(text)?.[0];
  expect(path, text).toBeTruthy();
  return path ?? '';
}

const hasAddress = async (request: APIRequestContext, username: string) => {
  const response = await request.post('/api/users/login', {
    data: {
      grant_type: 'password',
      client_id: 'fairway-webapp',
      client_secret: 'fairway-webapp-public',
      username,
      password: PASSWORD,
    },
  });
  return response.ok();
};

/** Gives the member the address of the demonstration again, also after a failed test. */
test.afterEach(async ({ page, request }) => {
  if (!(await hasAddress(request, NEW))) return;
  const { token } = await apiClientFor(request, NEW);
  const asked = await request.post('/api/users/me/email', {
    headers: { authorization: `Bearer ${token}` },
    data: { email: me, password: PASSWORD },
  });
  expect(asked.ok(), await asked.text()).toBe(true);
  const link = await linkTo(page, me);
  const confirmed = await request.post('/api/users/email', {
    data: { token: link.split('token=')[1], password: PASSWORD },
  });
  expect(confirmed.ok(), await confirmed.text()).toBe(true);
});

test('a new address is confirmed from the mail, and is the one to log in with', async ({ page, request }) => {
  await logInByApi(page, request, me);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'e-mailadres wijzigen' }).click();
  await expect(heading(page, 'E-mailadres wijzigen')).toBeFocused();
  await page.getByLabel('Nieuw e-mailadres').fill(NEW);
  await page.getByLabel('Wachtwoord', { exact: true }).fill('niet mijn wachtwoord');
  expectRefusal(page, '422 POST /api/users/me/email');
  await page.getByRole('button', { name: 'wijzigen' }).click();
  await expect(page.getByLabel('Wachtwoord', { exact: true })).toBeFocused();
  await expectAccessibleInAllDisplays(page);
  await page.getByLabel('Wachtwoord', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'wijzigen' }).click();
  await expect(page.getByRole('status')).toContainText(NEW);
  await expectAccessibleInAllDisplays(page);

  await page.goto(await linkTo(page, NEW));
  await expect(heading(page, 'E-mailadres bevestigen')).toBeVisible();
  await expect(page.getByText('h…@fairway.example')).toBeVisible();
  await expectAccessibleInAllDisplays(page);
  await page.getByLabel('Wachtwoord van dat account', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'bevestigen' }).click();
  await expect(page.getByRole('status')).toContainText(`Je logt voortaan in met ${NEW}.`);
  await expectAccessibleInAllDisplays(page);

  await logIn(page, NEW);
  await page.goto('/profile');
  await expect(page.getByLabel('E-mailadres')).toHaveValue(NEW);
});
