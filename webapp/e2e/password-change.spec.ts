// A member replaces the password by the present one: what is told at the fields, which sessions end, which one goes on.
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { beMember } from './session.ts';
import { apiOf, expectSound, expectSoundInEveryLook, heading, member, PASSWORD } from './support.ts';

/** Of no other journey: their password is not always the demo's. */
const me = member('wilma.postma');
const NEW = 'fairway op zondag';

/** Back to the demo's password, also when the journey ended before it got there. */
test.afterEach(async ({ request }) => {
  const token = await tokenBy(request, NEW);
  if (!token) return;
  const back = await request.post('/api/users/me/password', {
    headers: { authorization: `Bearer ${token}` },
    data: { current: NEW, new: PASSWORD },
  });
  expect(back.ok(), await back.text()).toBe(true);
});

async function tokenBy(request: APIRequestContext, password: string): Promise<string | undefined> {
  const answer = await request.post('/api/users/login', {
    data: {
      grant_type: 'password',
      client_id: 'fairway-webapp',
      client_secret: 'fairway-webapp-public',
      username: me,
      password,
    },
  });
  return ((await answer.json()) as { access_token?: string }).access_token;
}

async function change(page: Page, current: string, password: string, repeat = password) {
  await page.getByLabel('Huidig wachtwoord').fill(current);
  await page.getByLabel('Nieuw wachtwoord').fill(password);
  await page.getByLabel('Herhaal wachtwoord').fill(repeat);
  await page.getByRole('button', { name: 'opslaan' }).click();
}

test('the present password gives a new one and ends the other sessions', async ({ page, request }) => {
  await beMember(page, request, me);
  const elsewhere = await apiOf(request, me);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'wachtwoord wijzigen' }).click();
  await expect(heading(page, 'Wachtwoord wijzigen')).toBeFocused();

  await change(page, PASSWORD, NEW, 'iets anders');
  await expect(page.getByLabel('Herhaal wachtwoord')).toBeFocused();
  await change(page, 'niet mijn wachtwoord', NEW);
  await expect(page.getByRole('alert')).toContainText('Je wachtwoord is niet gewijzigd.');
  await expect(page.getByLabel('Huidig wachtwoord')).toBeFocused();
  await expect(page.getByText('Dit is niet je huidige wachtwoord.')).toBeVisible();
  await expectSoundInEveryLook(page);

  await change(page, PASSWORD, NEW);
  await expect(page.getByRole('status')).toContainText('Je nieuwe wachtwoord is opgeslagen.');
  await expectSound(page);
  const authorization = `Bearer ${elsewhere.token}`;
  const there = await request.get('/api/users/me', { headers: { authorization } });
  expect(there.status()).toBe(401);
  await page.getByRole('link', { name: 'naar je profiel' }).click();
  await expect(page.getByLabel('Straat')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Straat')).toBeVisible();
  expect(await tokenBy(request, PASSWORD)).toBeUndefined();
});
