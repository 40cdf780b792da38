// Existing rounds: history, booking again, a booking from the course list, adding players, and the links of a round.
import { logInByApi } from './session.ts';
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
} from './support.ts';
import { expect, test } from './test.ts';

const amersfoort = { id: 'wilgenhoek-amersfoort', name: 'Golfclub De Wilgenhoek' };
const floor = member('floor.vanderlinden');
const bram = member('bram.bos');
const iris = member('iris.vos');
const jan = member('jan.devries');

test('scrolling loads the history up to the first round', async ({ page, request }) => {
  const api = await logInByApi(page, request, jan);
  const allRounds = await api.history();
  const queryStrings: string[] = [];
  page.on('request', (sent) => {
    const { pathname, search } = new URL(sent.url());
    if (pathname === '/api/reservations/history') queryStrings.push(search);
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
  expect(queryStrings[0]).toBe('?limit=10');
  if (allRounds.length > 10) expect(queryStrings[1]).toBe(`?limit=10&before=${allRounds[9]?.reservation_id}`);
  await expect(page.getByText('Dit zijn al je rondes.')).toBeVisible();

  await expect(page.getByRole('main').getByRole('button', { name: /annuleren|verwijderen/ })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'downloaden' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Mijn reserveringen' }).click();
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
});

test('a round is booked again in four taps', async ({ page, request }) => {
  const api = await logInByApi(page, request, jan);
  await cancelUpcomingRounds(request, [jan]);
  const [last] = await api.history();
  await page.goto('/reservations/history');
  await page
    .getByRole('button', { name: /^Opnieuw boeken/ })
    .first()
    .click();
  await expect(heading(page, 'Wanneer wil je spelen?')).toBeVisible();
  await page.getByRole('grid').getByRole('button', { disabled: false }).last().click();
  await next(page);
  await expect(page.getByRole('main')).toContainText(last?.golfclub.name ?? '');
  await page.getByRole('button', { name: 'bevestig reservering' }).click();
  await expect(page.getByText('Je reservering is succesvol geplaatst!')).toBeVisible();
  await cancelUpcomingRounds(request, [jan]);
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

  await expect(heading(page, 'Spelers toegevoegd')).toBeVisible();
  await expect(page.getByRole('status')).toContainText('1 speler(s) toegevoegd');
  const players = page.getByRole('list', { name: 'Spelers' }).getByRole('listitem');
  await expect(players).toHaveText([/Floor/, /Bram/, /Iris/]);
  await page.reload();
  await expect(page.getByRole('status')).toContainText('1 speler(s) toegevoegd');
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

test('a round has links for sharing, the route and a calendar file', async ({ page, request, context }) => {
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
  await round.getByRole('button', { name: /^delen/ }).click();
  await expect(round.getByRole('status')).toContainText('gekopieerd');
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  expect(shared).toContain(longDate(date ?? ''));

  const link = round.getByRole('link', { name: /^in agenda zetten/ });
  const file = await request.get((await link.getAttribute('href')) ?? '');
  expect(file.headers()['content-type']).toContain('text/calendar');
  expect(await file.text()).toContain('BEGIN:VEVENT');
  await cancelUpcomingRounds(request, [floor]);
});
