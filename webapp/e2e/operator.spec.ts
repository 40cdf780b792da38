// Operators' screens with the real server: an account is set up with an authenticator app, a member is found, earlier
// states are compared, a refusal is explained, and an admin sees who looked.
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { logInAsOperator } from './operator.ts';
import { apiClientFor, expectAccessible, heading, member, serverNow } from './support.ts';
import { expect, expectRefusal, test } from './test.ts';

const run = promisify(execFile);
const program = process.env['FAIRWAY_BIN'];

const me = member('lotte.smit');
const STEP_S = 30;

/** The code of an authenticator app with this secret, at `seconds` of Unix time (RFC 6238). */
function codeAt(secret: string, seconds: number): string {
  const bits = [...secret.replaceAll(' ', '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / STEP_S)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

test('an operator sets an account up with an authenticator app and logs in', async ({ page, request }) => {
  test.skip(!program, 'FAIRWAY_BIN is not set');
  // No two operators have the same name, and a portal serves several journeys.
  const number = Date.now();
  const [email, name] = [`piet.${number}@fairway.example`, `Piet Proef ${number}`];
  const args = ['operator', 'add', email, '--name', name, '--role', 'support'];
  const { stdout } = await run(program ?? '', args, {
    env: { ...process.env, FAIRWAY_CLOCK: await serverNow(request) },
  });
  const path = /\/operator\/setup#\S+/.exec(stdout)?.[0] ?? '';
  expectRefusal(page, '401 GET /operator/api/session');
  await page.goto(path);
  await expect(page.getByText(email)).toBeVisible();
  await expect(page).toHaveURL(/\/setup$/);
  await expectAccessible(page);
  const shown = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const secret = shown ?? '';
  const seconds = Date.parse(await serverNow(request)) / 1000;
  await page.getByLabel('New password').fill('groene-fairway-47');
  await page.getByLabel('6-digit code').fill(codeAt(secret, seconds));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Go to the log-in' }).click();

  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('groene-fairway-47');
  expectRefusal(page, '401 POST /operator/api/login');
  await page.getByRole('button', { name: 'log in', exact: false }).click();
  // The code that set the account up cannot be used again; the next one can.
  const later = Date.parse(await serverNow(request)) / 1000;
  await page.getByLabel('6-digit code').fill(codeAt(secret, Math.max(later, seconds + STEP_S)));
  await page.getByRole('button', { name: 'log in', exact: false }).click();
  await expect(
    page
      .getByRole('link', { name })
      .or(page.getByRole('button', { name: 'Menu' }))
      .first(),
  ).toBeVisible();
});

test('support finds a member, sees a new booking live, an earlier state, and why a round cannot be booked', async ({
  page,
  request,
}) => {
  await logInAsOperator(page, 'support');
  await expectAccessible(page);
  await page.getByRole('searchbox').first().fill(me);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Lotte Smit')).toBeVisible();
  await expectAccessible(page);
  const address = page.url();

  await page.getByRole('link', { name: 'Timeline' }).click();
  const lotte = await apiClientFor(request, me);
  await lotte.cancelAll();
  const [date = ''] = await lotte.freeDays('wilgenhoek-amersfoort', [me]);
  await lotte.book({ holes: 18, golfclub: 'wilgenhoek-amersfoort', players: [me], date });
  await expect(page.getByText(/Lotte Smit booked 18 holes at Golfclub De Wilgenhoek/).first()).toBeVisible();

  await page.goto(`${address}?sequence=1`);
  await expect(page.getByText(/As it stood on/)).toBeVisible();
  await page.goto(`${address}?sequence=1&compare_sequence=2`);
  await expect(
    page.getByRole('heading', { name: /^What (differs|changed)|^Difference/ }).first(),
  ).toBeVisible();
  await expectAccessible(page);

  const question = new URLSearchParams({ member: me, date, club: 'wilgenhoek-amersfoort', holes: '18' });
  await page.goto(`/operator/why?${question}`);
  await expect(page.getByText('No: not bookable', { exact: false })).toBeVisible();
  await expect(page.getByText('What would have to change?')).toBeVisible();
  await expectAccessible(page);
  await lotte.cancelAll();
});

test('while one types, members are suggested; Ctrl+K leads to a screen', async ({ page }) => {
  await logInAsOperator(page, 'support');
  await page.getByRole('searchbox').first().pressSequentially('smit');
  const suggestions = page.getByRole('list', { name: 'Suggestions' });
  await expect(suggestions.getByRole('link', { name: /Lotte Smit/ })).toBeVisible();
  await expectAccessible(page);
  await suggestions.getByRole('link', { name: /Lotte Smit/ }).click();
  await expect(heading(page, 'Lotte Smit')).toBeVisible();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Go to' });
  await dialog.getByRole('textbox').fill('refus');
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Refused attempts')).toBeVisible();
});

test('an admin sees who looked, and the projections, and of a member no history', async ({ page }) => {
  await logInAsOperator(page, 'admin');
  await page.goto('/operator/projections');
  await expect(page.getByText(/All \d+ projections run/)).toBeVisible();
  await expectAccessible(page);
  await page.goto('/operator/actions?operator=Saskia');
  await expect(heading(page, 'Actions')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'At clubs' }).click();
  await expect(heading(page, 'Actions at clubs')).toBeVisible();
  await expect(page.getByLabel('Act', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/operator/operators');
  await expect(page.getByText('Ada Kuiper')).toBeVisible();
  await expectAccessible(page);
  // To erase a member, an admin must find them.
  const found = await page.request.get('/operator/api/search?q=jan.devries%40fairway.example');
  const { results } = (await found.json()) as { results: { kind: string; id: string }[] };
  expect(results.map(({ kind }) => kind)).toEqual(['member']);
  const history = await page.request.get(`/operator/api/subject?kind=member&id=${results[0]?.id}`);
  expect(history.status()).toBe(403);
});

test('a screen whose code cannot be loaded without a network shows the app’s own error, and comes later', async ({
  page,
  context,
}) => {
  await logInAsOperator(page, 'support');
  await expect(heading(page, 'Look up')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('searchbox').first().fill('@fairway.example');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Something went wrong')).toBeVisible();
  await expect(page.getByText('The server did not respond.', { exact: false })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(heading(page, 'Results for “@fairway.example”')).toBeVisible();
});
