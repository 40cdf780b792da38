// Existing rounds: history, booking again, a booking from the course list, adding players, and the links of a round.
import type { Page } from '@playwright/test';
import { errorResponse, intercept, logInByApi } from './session.ts';
import {
  addPlayer,
  apiClientFor,
  cancelUpcomingRounds,
  card,
  chooseDay,
  heading,
  longDate,
  member,
  next,
  shortDate,
} from './support.ts';
import { expect, test } from './test.ts';

const amersfoort = { id: 'wilgenhoek-amersfoort', name: 'Golfclub De Wilgenhoek' };
const floor = member('floor.vanderlinden');
const bram = member('bram.bos');
const iris = member('iris.vos');
const jan = member('jan.devries');
const henk = member('henk.willems');

test('scrolling loads the history page by page, up to the first round', async ({ page, request }) => {
  const api = await logInByApi(page, request, henk);
  const allRounds = await api.history();
  // More than two pages.
  expect(allRounds.length).toBeGreaterThan(20);
  const queryStrings = new Set<string>();
  page.on('request', (sent) => {
    const { pathname, search } = new URL(sent.url());
    if (pathname === '/api/reservations/history') queryStrings.add(search);
  });
  await page.goto('/reservations');
  await page.getByRole('link', { name: 'Speelhistorie' }).click();
  await expect(heading(page, 'Speelhistorie')).toBeFocused();
  const cards = page.getByRole('article');
  await expect(cards.first()).toBeVisible();
  await expect(async () => {
    await cards.last().scrollIntoViewIfNeeded();
    expect(await cards.count()).toBe(allRounds.length);
  }).toPass();
  expect([...queryStrings].slice(0, 3)).toEqual([
    '?limit=10',
    `?limit=10&before=${allRounds[9]?.reservation_id}`,
    `?limit=10&before=${allRounds[19]?.reservation_id}`,
  ]);
  await expect(page.getByText('Dit zijn al je rondes.')).toBeVisible();

  await expect(page.getByRole('main').getByRole('button', { name: /annuleren|verwijderen/ })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'downloaden' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Mijn reserveringen' }).click();
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
});

test('nine rounds of the history are short on a phone', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logInByApi(page, request, henk);
  await page.goto('/reservations/history');
  const ninth = page.getByRole('article').nth(8);
  await expect(ninth).toBeVisible();
  const bottom = await ninth.evaluate((row) => row.getBoundingClientRect().bottom + window.scrollY);
  expect(bottom).toBeLessThan(1_800);
});

/** Counts the taps on every page that this browser opens after this call. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    window.addEventListener(
      'pointerdown',
      () => sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps')) + 1)),
      { capture: true },
    );
  });
  return () => page.evaluate(() => Number(sessionStorage.getItem('taps')));
}

/** From the date step, which has every other answer, to the booked round. */
async function chooseDayAndConfirm(page: Page): Promise<void> {
  await expect(heading(page, 'Wanneer wil je spelen?')).toBeVisible();
  await page.getByRole('grid').getByRole('button', { disabled: false }).last().click();
  await next(page);
  await page.getByRole('button', { name: 'bevestig reservering' }).click();
  await expect(page.getByText('Je reservering is succesvol geplaatst!')).toBeVisible();
}

const isPlaying = ({ status }: { readonly status: string }) => status !== 'geannuleerd';

test(
  'the last flight is booked again from home in at most six taps',
  { tag: '@days' },
  async ({ page, request }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const api = await logInByApi(page, request, jan);
    await cancelUpcomingRounds(request, [jan]);
    const played = (await api.history()).find(({ players }) =>
      players.some((player) => player.email === jan && isPlaying(player)),
    );
    const flight = played?.players.filter(isPlaying).map(({ email }) => email) ?? [];
    expect(flight.length).toBeGreaterThan(1);
    const upcomingFlights = async () =>
      (await api.upcoming()).map(({ golfclub, players }) => ({
        club: golfclub.name,
        emails: players.map(({ email }) => email).toSorted(),
      }));
    const sameFlight = { club: played?.golfclub.name, emails: flight.toSorted() };
    const taps = await countTaps(page);

    // Without a round ahead.
    await page.goto('/reservations');
    await page.getByRole('button', { name: 'laatste ronde opnieuw' }).click();
    await chooseDayAndConfirm(page);
    expect(await taps()).toBeLessThanOrEqual(6);
    expect(await upcomingFlights()).toEqual([sameFlight]);

    // With one, by the history.
    await page.evaluate(() => sessionStorage.removeItem('taps'));
    await page.goto('/reservations');
    await expect(card(page, sameFlight.club ?? '')).toBeVisible();
    await page.getByRole('link', { name: 'Speelhistorie' }).click();
    await page
      .getByRole('article')
      .filter({ hasText: shortDate(played?.play_date ?? '') })
      .getByRole('button', { name: /^Opnieuw boeken/ })
      .click();
    await chooseDayAndConfirm(page);
    expect(await taps()).toBeLessThanOrEqual(6);
    expect(await upcomingFlights()).toEqual([sameFlight, sameFlight]);
    await cancelUpcomingRounds(request, flight);
  },
);

test('a dismissal that failed brings the news back', async ({ page, request }) => {
  await logInByApi(page, request, jan);
  const news = { id: 'n1', title: 'Vorst', contents: '<p>Bel voor vertrek.</p>' };
  await intercept(page, 'GET /news/important', { status: 200, body: { success: true, data: [news] } });
  const requests = await intercept(page, 'POST /news/important/dismiss', errorResponse(500));
  await page.goto('/reservations');
  const block = page.getByRole('region', { name: 'Belangrijk nieuws' });
  await block.getByRole('button', { name: 'niet meer tonen' }).click();
  await expect(block.getByRole('alert')).toContainText('‘Vorst’ kon niet worden verborgen.');
  await expect(block.getByRole('heading', { name: 'Vorst' })).toBeVisible();
  expect(requests).toHaveLength(1);
});

test('a reservation from the course list skips the course step', async ({ page, request }) => {
  const api = await logInByApi(page, request, floor);
  await cancelUpcomingRounds(request, [floor]);
  const [date] = await api.freeDays(amersfoort.id, [floor]);
  await page.goto('/courses');
  await expect(heading(page, 'Baaninformatie')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Zoek een baan' }).fill('wilgenhoek');
  await expect(page.getByRole('article')).toHaveCount(1);
  const club = card(page, amersfoort.name);
  await expect(club).toContainText(/\d+ \/ 12/);
  await expect(club).toContainText('Amersfoort');
  await club.getByRole('button', { name: 'bekijk beschikbaarheid & reserveer' }).click();
  await expect(heading(page, 'Met wie speel je?')).toBeVisible();
  await next(page);
  await page.getByRole('radio', { name: '18 holes' }).check();
  await next(page);
  await chooseDay(page, date ?? '');
  await expect(heading(page, 'Controleer je reservering')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(amersfoort.name);
});

test('players are added to a booking once, however often the screen is rendered', async ({
  page,
  request,
}) => {
  await cancelUpcomingRounds(request, [floor, bram, iris]);
  const api = await logInByApi(page, request, floor);
  const [date] = await api.freeDays(amersfoort.id, [floor, bram, iris]);
  await api.book({ holes: 18, golfclub: amersfoort.id, players: [floor, bram], date: date ?? '' });
  const keys: (string | undefined)[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/player/add')) keys.push(sent.headers()['idempotency-key']);
  });

  await page.goto('/reservations');
  await card(page, amersfoort.name).getByRole('link', { name: 'speler toevoegen' }).click();
  await expect(heading(page, 'Spelers toevoegen')).toBeFocused();
  await expect(page.getByRole('button', { name: 'verder' })).toBeDisabled();
  await page.getByRole('combobox', { name: 'E-mailadres medespeler' }).fill(bram);
  await page.getByRole('button', { name: 'toevoegen' }).click();
  await expect(page.getByRole('alert')).toContainText('speler is al toegevoegd');
  await addPlayer(page, iris, 'Iris Vos');
  await next(page);

  await expect(heading(page, 'Speler toegevoegd')).toBeVisible();
  await expect(page.getByRole('status')).toContainText('Iris is toegevoegd en krijgt bericht');
  const players = page.getByRole('list', { name: 'Spelers' }).getByRole('listitem');
  await expect(players).toHaveText([/Floor/, /Bram/, /Iris/]);
  await page.reload();
  await expect(page.getByRole('status')).toContainText('Iris is toegevoegd en krijgt bericht');
  await expect(players).toHaveCount(3);
  await page.getByRole('main').getByRole('link', { name: 'Mijn reserveringen' }).click();
  await expect(card(page, amersfoort.name)).toContainText('Iris');
  await page.goBack();
  await expect(players).toHaveCount(3);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);

  const irisApi = await apiClientFor(request, iris);
  expect((await irisApi.upcoming()).map(({ play_date }) => play_date)).toEqual([date]);
  await cancelUpcomingRounds(request, [floor, bram, iris]);
});

test(
  'a round has links for sharing, the route and a calendar file',
  { tag: '@days' },
  async ({ page, request, context }) => {
    await cancelUpcomingRounds(request, [floor]);
    const api = await logInByApi(page, request, floor);
    const [date] = await api.freeDays(amersfoort.id, [floor]);
    await api.book({ holes: 18, golfclub: amersfoort.id, players: [floor], date: date ?? '' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/reservations');
    const round = card(page, amersfoort.name);
    const route = round.getByRole('link', { name: /^route/ });
    await expect(route).toHaveAttribute('href', /Wilgenhoek/);
    await expect(route).toHaveAttribute('rel', 'noreferrer');
    await round.getByRole('button', { name: 'meer' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: /^delen/ }).click();
    await expect(sheet.getByRole('status')).toContainText('gekopieerd');
    const shared = await page.evaluate(() => navigator.clipboard.readText());
    expect(shared).toContain(longDate(date ?? ''));
    expect(shared).toMatch(/ http\S+\/shared\/\S+$/);

    const link = sheet.getByRole('link', { name: /^in agenda zetten/ });
    const file = await request.get((await link.getAttribute('href')) ?? '');
    expect(file.headers()['content-type']).toContain('text/calendar');
    expect(await file.text()).toContain('BEGIN:VEVENT');
    await cancelUpcomingRounds(request, [floor]);
  },
);

test('a shared round opens its club and day for another member, and says when it was cancelled', async ({
  page,
  request,
}) => {
  await cancelUpcomingRounds(request, [floor]);
  const api = await apiClientFor(request, floor);
  const [date] = await api.freeDays(amersfoort.id, [floor]);
  await api.book({ holes: 18, golfclub: amersfoort.id, players: [floor], date: date ?? '' });
  const link = (await api.upcoming())[0]?.share_uri ?? '';

  await logInByApi(page, request, iris);
  await page.goto(link);
  await expect(heading(page, 'Speel je ook?')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(longDate(date ?? ''));
  await page.getByRole('button', { name: 'reserveer op deze dag' }).click();
  await next(page);
  await expect(heading(page, 'Controleer je reservering')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: amersfoort.name })).toBeVisible();

  await cancelUpcomingRounds(request, [floor]);
  await page.goto(link);
  await expect(page.getByText('Deze ronde is geannuleerd.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'reserveer op deze dag' })).toHaveCount(0);
});
