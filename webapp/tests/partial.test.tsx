// Answers with only a part of what the server describes: the screens read no more of them than they show.
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { today } from '../src/api/clock.ts';
import { requestToken } from '../src/features/auth/api.ts';
import { beLoggedIn, openApp, servePortal } from './render.tsx';

const answered = (data: object) => () => ({ status: 200, body: { success: true, ...data } });

const player = { first_name: 'Jan', last_name: 'de Vries', email: 'jan@fairway.example', is_me: true };
const booking = {
  play_date: today(),
  golfclub: { name: 'Golfbaan Duinrand' },
  is_group_master: true,
  players: [{ ...player, prefix: null, status: 'gereserveerd', reservation_id: 'place' }],
  free_slots: 3,
};

test.each([
  ['addplayer', 'Er zijn nog 3 plaatsen vrij.'],
  ['swap/place', 'Golfbaan Duinrand'],
])('players are changed with a part of the booking: %s', async (path, text) => {
  servePortal(undefined, { 'GET /reservations/place': answered({ data: booking }) });
  beLoggedIn();
  openApp(`/reservations/place/${path}`);
  expect(await screen.findByText(text, { exact: false })).toBeInTheDocument();
});

test('an offer without vouchers, methods and a maximum is for sale to nobody', async () => {
  servePortal(undefined, { 'GET /freevoucher/buy': answered({ allowPurchase: true }) });
  beLoggedIn();
  openApp('/vouchers/buy');
  expect(
    await screen.findByText('Je kunt op dit moment geen vrije vouchers meer kopen.'),
  ).toBeInTheDocument();
});

test('a club without a place on the map, and news without an id, are shown', async () => {
  const club = { id: 'duinrand', name: 'Golfbaan Duinrand', holes: [18], your_plays: 0, lat: null };
  servePortal(undefined, {
    'GET /golfclubs/info': answered({ data: [club] }),
    'GET /news': answered({
      data: [{ title: 'De winter', contents: '<p>Sneeuw.</p>', post_date: '2026-11-20' }],
    }),
  });
  beLoggedIn();
  openApp('/courses');
  expect(await screen.findByText('Golfbaan Duinrand')).toBeInTheDocument();
  openApp('/news');
  expect(await screen.findByText('De winter')).toBeInTheDocument();
});

test.each([{}, { access_token: '' }])('without a token nobody is logged in: %j', async (body) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  servePortal(undefined, { 'POST /users/login': answered(body) });
  await expect(requestToken('jan@fairway.example', 'wachtwoord')).rejects.toMatchObject({ kind: 'shape' });
});
