import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getDraft } from '@/features/draft/draftStore.ts';
import { addDays } from '../../ui/format.ts';
import { beLoggedIn, networkError, openApp, servePortal } from '../../../tests/render.tsx';

const jan = 'jan.devries@fairway.example';
const sanne = 'sanne.bakker@fairway.example';
const willem = 'willem.jansen@fairway.example';

const dayNumber = (day: string, today: string) => (Date.parse(day) - Date.parse(today)) / 86_400_000;

test('shows past rounds read-only, latest first, and a link to the reservations', async () => {
  const portal = servePortal();
  portal.book(0, -20, [jan, sanne]);
  portal.book(1, -2, [jan]);
  beLoggedIn();
  openApp('/reservations/history');
  expect(await screen.findByRole('heading', { level: 1, name: 'Speelhistorie' })).toBeInTheDocument();
  const cards = await screen.findAllByRole('article');
  expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
    'Golfbaan Duinrand',
    'Golfclub De Zandhoeve',
  ]);
  expect(within(cards[1]!).queryByRole('button', { name: /annuleren|verwijderen/ })).toBeNull();
  expect(within(cards[1]!).queryByRole('link')).toBeNull();
  const main = screen.getByRole('main');
  expect(within(main).getByRole('link', { name: 'Mijn reserveringen' })).toHaveAttribute(
    'href',
    '/reservations',
  );
});

test('a round that the club cancelled says why, and that the play right is back', async () => {
  const portal = servePortal();
  const closed = portal.book(0, 3, [jan, sanne]);
  closed.notice = 'Vorst op de baan.';
  for (const player of closed.players) player.cancelled = true;
  portal.book(1, -2, [jan]);
  beLoggedIn();
  openApp('/reservations/history');
  // Apart, as long as its day is not over.
  const [played, cancelled] = await screen.findAllByRole('article');
  const apart = screen.getByRole('region', { name: 'Geannuleerd voor de speeldag' });
  expect(within(apart).getAllByRole('article')).toEqual([cancelled]);
  expect(
    within(cancelled!).getByText(
      'Geannuleerd door de club: Vorst op de baan. Je speelrecht is teruggegeven.',
    ),
  ).toBeVisible();
  expect(within(played!).queryByText(/door de club/)).toBeNull();
});

test('a round to which the member did not come, as the club says, is objected to once', async () => {
  const user = userEvent.setup();
  const portal = servePortal();
  portal.book(1, -2, [jan]).absence = {
    reason: 'no_show',
    recorded_at: '2026-11-27T08:00:00Z',
    can_object: true,
    objected_at: null,
  };
  beLoggedIn();
  openApp('/reservations/history');
  expect(await screen.findByText('Volgens de club niet gespeeld (niet verschenen)')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'klopt niet' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Klopt dit niet?' }));
  await user.click(dialog.getByRole('button', { name: 'dit klopt niet' }));
  expect(await screen.findByText('Je hebt laten weten dat dit niet klopt.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.queryByRole('button', { name: 'klopt niet' })).toBeNull();
});

test('a month has its played rounds first, and counts them', async () => {
  const portal = servePortal();
  const first = addDays(`${portal.today.slice(0, 8)}01`, -20);
  const days = [3, 2, 1].map((day) => dayNumber(addDays(first, day), portal.today));
  portal.book(0, days[0]!, [jan, sanne]).players[0]!.cancelled = true;
  portal.book(1, days[1]!, [jan]);
  portal.book(2, days[2]!, [jan]);
  beLoggedIn();
  openApp('/reservations/history');
  const month = (await screen.findAllByRole('heading', { level: 2 }))[0]!.closest('section')!;
  expect(within(month).getByText('2 rondes')).toBeVisible();
  const rounds = within(month).getAllByRole('article');
  expect(rounds.map((round) => within(round).queryByText('geannuleerd') !== null)).toEqual([
    false,
    false,
    true,
  ]);
});

test('a cancelled round is booked again with its whole flight', async () => {
  const user = userEvent.setup();
  const portal = servePortal();
  const round = portal.book(0, -20, [jan, sanne], 18);
  for (const player of round.players) player.cancelled = true;
  beLoggedIn();
  const { router } = openApp('/reservations/history');
  await user.click(await screen.findByRole('button', { name: /^Opnieuw boeken/ }));
  await expect.poll(() => router.state.location.pathname).toBe('/reservation/date');
  expect(getDraft().players.map(({ email }) => email)).toEqual([jan, sanne]);
});

test('fetches the next page after the last row, until there is none', async () => {
  const user = userEvent.setup();
  const portal = servePortal();
  for (let round = 1; round <= 13; round += 1) portal.book(round % 6, -round, [jan]);
  beLoggedIn();
  openApp('/reservations/history');
  expect(await screen.findAllByRole('article')).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'meer rondes' }));
  expect(await screen.findByText('Dit zijn al je rondes.')).toBeInTheDocument();
  expect(screen.getAllByRole('article')).toHaveLength(13);
});

test('the keyboard focus stays on `meer rondes`, and goes to the end when there are no more', async () => {
  const user = userEvent.setup();
  const portal = servePortal();
  for (let round = 1; round <= 23; round += 1) portal.book(round % 6, -round, [jan]);
  beLoggedIn();
  openApp('/reservations/history');
  const more = await screen.findByRole('button', { name: 'meer rondes' });
  more.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(20));
  expect(screen.getByRole('button', { name: 'meer rondes' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Dit zijn al je rondes.')).toHaveFocus();
});

test.each([
  [{ status: 500, body: { success: false } }, 'fout bij het ophalen van reserveringen'],
  [{ status: 503, body: { success: false, error: 'Even dicht.' } }, 'Even dicht.'],
  [networkError, 'Er is een fout opgetreden bij het ophalen van reserveringen.'],
] as const)('shows the error and can be retried', async (response, sentence) => {
  const user = userEvent.setup();
  let fails = true;
  const portal = servePortal(undefined, {
    'GET /reservations/history': () =>
      fails ? response : { status: 200, body: { success: true, data: [] } },
  });
  beLoggedIn();
  openApp('/reservations/history');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Fout bij het ophalen van reserveringen:');
  expect(alert).toHaveTextContent(sentence);
  fails = false;
  await user.click(screen.getByRole('button', { name: 'opnieuw proberen' }));
  expect(await screen.findByText('Er zijn geen reserveringen gevonden!')).toBeInTheDocument();
  expect(portal.calls.every(({ route }) => route.startsWith('GET'))).toBe(true);
});

test('books a round again with everything except the day, and names the players who cannot be added', async () => {
  const user = userEvent.setup();
  const portal = servePortal();
  portal.book(0, -20, [jan, sanne, willem], 18);
  beLoggedIn();
  const { router } = openApp('/reservations/history');
  await user.click(await screen.findByRole('button', { name: /^Opnieuw boeken/ }));
  await expect.poll(() => router.state.location.pathname).toBe('/reservation/date');
  const draft = getDraft();
  expect(draft.players.map(({ email }) => email)).toEqual([jan, sanne]);
  expect(draft).toMatchObject({
    holes: 18,
    date: null,
    golfclub: {
      id: 'de-zandhoeve',
      reservation_instruction: '<p>Bel tot een uur voor je ronde met de receptie.</p>',
    },
    dropped: 'Willem kan nu niet mee en is niet toegevoegd.',
  });
});

test.each([
  [[willem], 'Een verwijderd lid kan nu niet mee en is niet toegevoegd.'],
  [[sanne, willem], '2 verwijderde leden kunnen nu niet mee en zijn niet toegevoegd.'],
])('books again without members who were erased meanwhile', async (erased, dropped) => {
  const user = userEvent.setup();
  const portal = servePortal();
  const round = portal.book(0, -20, [jan, sanne, willem], 18);
  for (const player of round.players.filter(({ member }) => erased.includes(member.email))) {
    player.member = { ...player.member, email: '', first_name: 'verwijderd', prefix: '', last_name: 'lid' };
  }
  beLoggedIn();
  const { router } = openApp('/reservations/history');
  expect(await screen.findAllByText('verwijderd lid')).toHaveLength(erased.length);
  await user.click(screen.getByRole('button', { name: /^Opnieuw boeken/ }));
  await expect.poll(() => router.state.location.pathname).toBe('/reservation/date');
  expect(getDraft().dropped).toBe(dropped);
  expect(getDraft().players).toHaveLength(3 - erased.length);
  const checks = portal.calls.filter(({ route }) => route === 'POST /reservations/players/check');
  expect(checks).toHaveLength(2 - erased.length);
});
