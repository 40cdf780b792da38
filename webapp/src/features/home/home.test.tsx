import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getDraft } from '@/features/draft/draftStore.ts';
import { beLoggedIn, openApp, servePortal } from '../../../tests/render.tsx';

const jan = 'jan.devries@fairway.example';
const sanne = 'sanne.bakker@fairway.example';
const anouk = 'anouk.visser@fairway.example';

test('the next round comes first, with how far ahead it is, its number and who got a mail', async () => {
  const portal = servePortal();
  portal.book(1, 9, [jan]);
  const next = portal.book(0, 2, [jan, sanne, anouk]);
  beLoggedIn();
  openApp('/reservations');
  const cards = await screen.findAllByRole('article');
  expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
    'Golfclub De Zandhoeve',
    'Golfbaan Duinrand',
  ]);
  expect(within(cards[0]!).getByText('over 2 dagen')).toBeVisible();
  const number = next.id.slice(-8).replace(/(.{4})/, '$1-');
  expect(cards[0]).toHaveTextContent(
    `Boekingsnummer ${number}, per e-mail bevestigd aan jou, Sanne en Anouk.`,
  );
  const daarna = screen.getByRole('region', { name: 'Daarna' });
  expect(within(daarna).getAllByRole('article')).toEqual([cards[1]]);
  expect(screen.getAllByRole('link', { name: 'nieuwe reservering' })).toHaveLength(1);
  expect(portal.calls.some(({ route }) => route === 'GET /reservations/history')).toBe(false);
});

test('without a round ahead, the last one that was played can be booked again', async () => {
  const user = userEvent.setup();
  const portal = servePortal();
  portal.book(0, -20, [jan, sanne]);
  const cancelled = portal.book(1, 3, [jan, anouk]);
  for (const player of cancelled.players) player.cancelled = true;
  beLoggedIn();
  const { router } = openApp('/reservations');
  const again = await screen.findByRole('button', { name: 'laatste ronde opnieuw' });
  expect(again).toHaveAccessibleDescription('Golfclub De Zandhoeve, 18 holes, met Sanne');
  expect(screen.getAllByRole('link', { name: 'nieuwe reservering' })).toHaveLength(1);
  await user.click(again);
  await waitFor(() => expect(router.state.location.pathname).toBe('/reservation/date'));
  const { players, golfclub, holes, date } = getDraft();
  expect(players.map(({ email }) => email)).toEqual([jan, sanne]);
  expect([golfclub?.id, holes, date]).toEqual(['de-zandhoeve', 18, null]);
});

test('a new member has nothing to book again', async () => {
  servePortal();
  beLoggedIn();
  openApp('/reservations');
  expect(await screen.findByText('Er zijn geen reserveringen gevonden!')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'laatste ronde opnieuw' })).toBeNull();
  expect(screen.getAllByRole('link', { name: 'nieuwe reservering' })).toHaveLength(1);
});

test('a history that cannot be fetched does not delay the empty list', async () => {
  servePortal(undefined, { 'GET /reservations/history': () => ({ status: 500, body: {} }) });
  beLoggedIn();
  openApp('/reservations');
  expect(await screen.findByText('Er zijn geen reserveringen gevonden!')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});
