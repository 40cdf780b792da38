// Shared by the tests: the log-in, API calls that prepare and restore the demo data, and checks of a screen.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type APIRequestContext, type Frame, type Locator, type Page } from '@playwright/test';
import axeCore from 'axe-core';

export const PASSWORD = 'fairway-demo';

/** A demo member's address: `member('lotte.smit')`. */
export const member = (name: string) => `${name}@fairway.example`;

/** Logs in through the screen, as a member does. */
export async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel('E-mailadres').fill(email);
  await page.getByLabel('Wachtwoord').fill(PASSWORD);
  await page.getByRole('button', { name: 'inloggen', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mijn reserveringen' })).toBeVisible();
}

interface Round {
  readonly reservation_id: string;
  readonly play_date: string;
  readonly golfclub: { readonly name: string };
  readonly calendar_uri?: string;
  readonly share_uri?: string;
  readonly players: readonly { readonly email: string; readonly status: string }[];
}

/** The sessions of `apiClientFor`. A log-in hashes the password, which is slow on purpose. */
const sessions = new Map<string, string>();

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The session that this worker has of the member, unless a test ended it. */
async function currentSession(request: APIRequestContext, email: string): Promise<string | undefined> {
  const token = sessions.get(email);
  if (token === undefined) return undefined;
  const response = await request.get('/api/users/me', { headers: bearer(token) });
  return response.ok() ? token : undefined;
}

async function newSession(request: APIRequestContext, email: string): Promise<string> {
  const login = await request.post('/api/users/login', {
    data: {
      grant_type: 'password',
      client_id: 'fairway-webapp',
      client_secret: 'fairway-webapp-public',
      username: email,
      password: PASSWORD,
    },
  });
  expect(login.ok(), `log-in of ${email}`).toBe(true);
  return ((await login.json()) as { access_token: string }).access_token;
}

/** An API client with a session that no browser has. */
export async function apiClientFor(request: APIRequestContext, email: string) {
  const token = (await currentSession(request, email)) ?? (await newSession(request, email));
  sessions.set(email, token);
  return clientWith(request, token);
}

/** An API client with a new session, for a browser that may end it. */
export const newClientFor = async (request: APIRequestContext, email: string) =>
  clientWith(request, await newSession(request, email));

function clientWith(request: APIRequestContext, token: string) {
  const headers = bearer(token);
  const upcoming = async (): Promise<readonly Round[]> => {
    const response = await request.get('/api/reservations', { headers });
    return ((await response.json()) as { data: Round[] }).data;
  };
  return {
    token,
    upcoming,
    async history(): Promise<readonly Round[]> {
      const response = await request.get('/api/reservations/history', { headers });
      return ((await response.json()) as { data: Round[] }).data;
    },
    async cancelAll() {
      for (const { reservation_id } of await upcoming()) {
        await request.post(`/api/reservations/${reservation_id}/cancel`, { headers });
      }
    },
    async book(data: { holes: number; golfclub: string; players: string[]; date: string }) {
      const response = await request.post('/api/reservations', {
        headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
        data: { ...data, windowSize: { browser: { width: 1, height: 1 }, device: { width: 1, height: 1 } } },
      });
      expect(response.ok(), await response.text()).toBe(true);
    },
    /** The days on which these players can book this club, without the first two. */
    async freeDays(golfclub: string, players: string[], holes = 18): Promise<readonly string[]> {
      const response = await request.post('/api/reservations/availability', {
        headers,
        data: { holes, golfclub, players },
      });
      const { data } = (await response.json()) as { data: Record<string, { reservable: boolean }> };
      const days = Object.keys(data).toSorted();
      return days.filter((day) => data[day]?.reservable).slice(2);
    },
  };
}

/** Empties the lists of these members: a test must not depend on earlier ones. */
export async function cancelUpcomingRounds(
  request: APIRequestContext,
  emails: readonly string[],
): Promise<void> {
  for (const email of emails) await (await apiClientFor(request, email)).cancelAll();
}

const day = new Intl.DateTimeFormat('nl-NL', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** `zaterdag 28 november` */
export const longDate = (date: string) => day.format(new Date(`${date}T00:00:00Z`));

/** `28-11-2026` */
export const shortDate = (date: string) => date.split('-').toReversed().join('-');

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
export const next = (page: Page) => page.getByRole('button', { name: 'verder' }).click();
export const card = (page: Page, club: string): Locator => page.getByRole('article', { name: club });

/** Adds a co-player by e-mail address on the screen with the picker. */
export async function addPlayer(page: Page, email: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'E-mailadres medespeler' }).fill(email);
  await page.getByRole('button', { name: 'toevoegen' }).click();
  await expect(page.getByRole('list', { name: 'Spelers' }).getByText(name)).toBeVisible();
}

/** From the players step to the club or date step. */
export async function chooseHoles(page: Page, holes: 9 | 18): Promise<void> {
  await next(page);
  await expect(heading(page, 'Hoeveel holes?')).toBeVisible();
  await page.getByRole('radio', { name: `${holes} holes` }).check();
  await next(page);
}

export async function chooseClub(page: Page, club: string): Promise<void> {
  await expect(heading(page, 'Waar wil je spelen?')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Zoek een baan' }).fill(club);
  await page.getByRole('list', { name: 'Banen' }).getByRole('button', { name: club }).click();
}

export async function chooseDay(page: Page, date: string): Promise<void> {
  await expect(heading(page, 'Wanneer wil je spelen?')).toBeVisible();
  await page
    .getByRole('grid')
    .getByRole('button', { name: longDate(date) })
    .click();
  await next(page);
}

/** Collects requests to other origins, failed responses, and errors of the page and its console. */
export function collectProblems(page: Page, baseURL: string | undefined): string[] {
  const { origin } = new URL(baseURL ?? '');
  const problems: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin)
      problems.push(`request to ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} for ${response.url()}`);
  });
  page.on('console', (message) => {
    const isFailedResponse = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isFailedResponse) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}

/** Half a megabyte, and a screen is checked in five displays: once for each document. */
async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeCore.source);
}

/** The rules that depend on colours only. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** No accessibility violation, and no horizontal scroll. */
export async function expectAccessible(page: Page, rules: readonly string[] = []): Promise<void> {
  // A screen is checked after its requests and animations have ended.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(async () => {
    const animationsEnded = document.getAnimations().map((animation) => animation.finished.catch(() => {}));
    // With a limit: an animation that the browser does not draw, such as one far below the fold, never ends.
    const timeLimit = new Promise((resolve) => setTimeout(resolve, 3_000));
    await Promise.race([Promise.all(animationsEnded), timeLimit]);
  });
  await loadAxe(page.mainFrame());
  // A frame within the page is a preview, which is replaced when its text changes: one that is gone needs no check.
  for (const frame of page.frames().slice(1)) await loadAxe(frame).catch(() => {});
  // Only frames of other origins need the default mode, which opens a page for axe: the app has none. The builder would
  // load axe twice each time; this source does nothing.
  const axe = new AxeBuilder({ page, axeSource: 'void 0' }).setLegacyMode(true);
  axe.options({
    // Experimental, therefore not among the rules that run by themselves: the visible text stands in the name.
    rules: { 'label-content-name-mismatch': { enabled: true } },
    // Every rule runs; a description of each element that passes would take as long again.
    resultTypes: ['violations'],
  });
  if (rules.length > 0) axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  );
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'horizontal scroll').toBeLessThanOrEqual(0);
}

const displays = [
  { name: 'phone, light', width: 390, height: 844, colorScheme: 'light', rules: [] },
  { name: 'phone, dark', width: 390, height: 844, colorScheme: 'dark', rules: COLOUR_RULES },
  { name: 'desktop, dark', width: 1280, height: 800, colorScheme: 'dark', rules: COLOUR_RULES },
  { name: 'desktop, light', width: 1280, height: 800, colorScheme: 'light', rules: [] },
  { name: 'the narrowest screen', width: 320, height: 640, colorScheme: 'light', rules: [] },
] as const;

/** Controls below the minimum size. Links within a sentence are excluded: their size is that of the text. */
function smallControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'button, a[href], select, input:not([type=radio]):not([type=checkbox]), label:has([type=radio])',
    );
    return [...controls]
      .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter(
        (control) =>
          !control.closest('p, li:not(:has(> a:only-child)), dd, small, [class*=html]') ||
          control.matches('button'),
      )
      .filter((control) => !control.matches('[href="#inhoud"]'))
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
      .map(({ control, box }) => `${control.outerHTML.slice(0, 90)} ${box.width}×${box.height}`);
  });
}

/** Runs the checks on one page in each display setting: phone, desktop and the narrowest screen, light and dark. */
export async function expectAccessibleInAllDisplays(page: Page): Promise<void> {
  for (const { name, width, height, colorScheme, rules } of displays) {
    await test.step(name, async () => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, rules);
      expect(await smallControls(page), 'targets below 44 px').toEqual([]);
    });
  }
}

/** The server's clock, which is not this machine's. */
export async function serverNow(request: APIRequestContext): Promise<string> {
  return (await request.get('/healthz')).headers()['x-fairway-now'] ?? '';
}
