// A member changes the password with the current one: errors at the fields, and which sessions end.
import type { APIRequestContext, Page } from '@playwright/test';
import { logInByApi } from './session.ts';
import {
  apiClientFor,
  expectAccessible,
  expectAccessibleInAllDisplays,
  heading,
  member,
  PASSWORD,
} from './support.ts';
import { expect, expectRefusal, test } from './test.ts';

/** Used by no other test: during this test the password is not the demo password. */
const me = member('wilma.postma');
const NEW = 'fairway op zondag';

/** Restores the demo password, also after a failed test. */
test.afterEach(async ({ request }) => {
  const token = await tokenFor(request, NEW);
  if (!token) return;
  const restored = await request.post('/api/users/me/password', {
    headers: { authorization: `Bearer ${token}` },
    data: { current: NEW, new: PASSWORD },
  });
  expect(restored.ok(), await restored.text()).toBe(true);
});

async function tokenFor(request: APIRequestContext, password: string): Promise<string | undefined> {
  const response = await request.post('/api/users/login', {
    data: {
      grant_type: 'password',
      client_id: 'fairway-webapp',
      client_secret: 'fairway-webapp-public',
      username: me,
      password,
    },
  });
  return ((await response.json()) as { access_token?: string }).access_token;
}

async function change(page: Page, current: string, password: string, repeat = password) {
  await page.getByLabel('Huidig wachtwoord').fill(current);
  await page.getByLabel('Nieuw wachtwoord').fill(password);
  await page.getByLabel('Herhaal wachtwoord').fill(repeat);
  await page.getByRole('button', { name: 'opslaan' }).click();
}

test('a change with the current password ends the other sessions', async ({ page, request }) => {
  await logInByApi(page, request, me);
  const otherSession = await apiClientFor(request, me);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'wachtwoord wijzigen' }).click();
  await expect(heading(page, 'Wachtwoord wijzigen')).toBeFocused();

  await change(page, PASSWORD, NEW, 'iets anders');
  await expect(page.getByLabel('Herhaal wachtwoord')).toBeFocused();
  expectRefusal(page, '422 POST /api/users/me/password');
  await change(page, 'niet mijn wachtwoord', NEW);
  await expect(page.getByRole('alert')).toContainText('Je wachtwoord is niet gewijzigd.');
  await expect(page.getByLabel('Huidig wachtwoord')).toBeFocused();
  await expect(page.getByText('Dit is niet je huidige wachtwoord.')).toBeVisible();
  await expectAccessibleInAllDisplays(page);

  await change(page, PASSWORD, NEW);
  await expect(page.getByRole('status')).toContainText('Je nieuwe wachtwoord is opgeslagen.');
  await expectAccessible(page);
  const authorization = `Bearer ${otherSession.token}`;
  const otherSessionResponse = await request.get('/api/users/me', { headers: { authorization } });
  expect(otherSessionResponse.status()).toBe(401);
  await page.getByRole('link', { name: 'naar je profiel' }).click();
  await expect(page.getByLabel('Straat')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Straat')).toBeVisible();
  expect(await tokenFor(request, PASSWORD)).toBeUndefined();
});
