import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { beLoggedIn, held, networkError, openApp, servePortal } from '../../../tests/render.tsx';

const jan = 'jan.devries@fairway.example';
const sanne = 'sanne.bakker@fairway.example';
const fatima = 'fatima.elidrissi@fairway.example';
const anouk = 'anouk.visser@fairway.example';
const tom = 'tom.mulder@fairway.example';

type Overrides = Parameters<typeof servePortal>[1];

/** A booking of Jan and these others, opened at the screen to add players. */
function openBooking(others: string[], overrides: Overrides = {}) {
  const portal = servePortal(undefined, overrides);
  const id = portal.book(0, 3, [jan, ...others]).players[0]!.id;
  beLoggedIn();
  const { router } = openApp(`/reservations/${id}/addplayer`);
  const sent = () => portal.calls.filter(({ route }) => route.endsWith('/player/add'));
  return { portal, id, router, sent, user: userEvent.setup() };
}

async function add(user: ReturnType<typeof userEvent.setup>, email: string) {
  const field = await screen.findByRole('combobox', { name: 'E-mailadres medespeler' });
  await user.type(field, email);
  await user.click(screen.getByRole('button', { name: 'toevoegen' }));
}

test('adds players once, under one key, and lists the players', async () => {
  const { user, router, sent, id } = openBooking([sanne]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Spelers toevoegen' })).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'verder' })).toBeDisabled();
  await add(user, fatima);
  expect(await screen.findByRole('button', { name: 'Fatima verwijderen' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'verder' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'Spelers toegevoegd' })).toBeInTheDocument();
  expect(await screen.findByText('1 speler(s) toegevoegd')).toBeInTheDocument();
  const list = await screen.findByRole('list', { name: 'Spelers' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Jan de Vries', 'Sanne Bakker', 'Fatima el Idrissi']);
  expect(sent()).toMatchObject([
    { body: { players: [fatima] }, key: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ]);

  // Leaving the screen, returning to it and a reload send no second request.
  await router.navigate({ to: '/reservations' });
  await router.navigate({ to: '/reservations/$reservationId/confirm', params: { reservationId: id } });
  await screen.findByText('1 speler(s) toegevoegd');
  openApp(`/reservations/${id}/confirm`);
  await screen.findAllByText('1 speler(s) toegevoegd');
  expect(sent()).toHaveLength(1);
});

test('a player who is removed while another is being looked up stays removed', async () => {
  const { response, release } = held();
  const { user } = openBooking([sanne], {
    'POST /reservations/players/check': ({ email }) => (email === anouk ? response : undefined),
  });
  await add(user, fatima);
  await screen.findByRole('button', { name: 'Fatima verwijderen' });
  await add(user, anouk);
  await user.click(screen.getByRole('button', { name: 'Fatima verwijderen' }));
  release();
  expect(await screen.findByRole('button', { name: 'Anouk verwijderen' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Fatima verwijderen' })).toBeNull();
});

test('shows that the booking is full when too many are chosen', async () => {
  const { user } = openBooking([sanne, anouk]);
  await add(user, fatima);
  await screen.findByRole('button', { name: 'Fatima verwijderen' });
  await add(user, tom);
  await screen.findByRole('button', { name: 'Tom verwijderen' });
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Het maximaal aantal spelers voor deze boeking is bereikt.',
  );
  expect(screen.getByRole('button', { name: 'verder' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Fatima verwijderen' }));
  expect(screen.getByRole('button', { name: 'verder' })).toBeEnabled();
});

test('does not add a player who is in the booking already', async () => {
  const { user } = openBooking([sanne]);
  await add(user, sanne);
  expect(await screen.findByRole('alert')).toHaveTextContent('speler is al toegevoegd');
});

test('a rejection preserves the choice, and the next attempt has another key', async () => {
  const responses = [
    { status: 409, body: { success: false, error: 'Fatima heeft op deze datum al een reservering' } },
    { status: 200, body: { success: true } },
  ];
  const keys: (string | null)[] = [];
  const { user, portal } = openBooking([sanne]);
  portal.routes['POST /reservations/:id/player/add'] = () => {
    keys.push(portal.calls.at(-1)!.key);
    return responses[keys.length - 1]!;
  };
  await add(user, fatima);
  await user.click(await screen.findByRole('button', { name: 'verder' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(
    'Er is een fout opgetreden bij het toevoegen: Fatima heeft op deze datum al een reservering',
  );
  expect(await screen.findByRole('list', { name: 'Spelers' })).toHaveTextContent('Sanne Bakker');
  await user.click(within(alert).getByRole('link', { name: 'kies andere spelers' }));
  await user.click(await screen.findByRole('button', { name: 'verder' }));
  await screen.findByText('1 speler(s) toegevoegd');
  expect(new Set(keys).size).toBe(2);
});

test('a request with an unknown outcome is sent again under the same key', async () => {
  const { user, portal, sent } = openBooking([sanne]);
  const path = 'POST /reservations/:id/player/add';
  const originalRoute = portal.routes[path]!;
  portal.routes[path] = () => ({ status: 500, body: { success: false, error: '' } });
  await add(user, fatima);
  await user.click(await screen.findByRole('button', { name: 'verder' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Er is een fout opgetreden bij het toevoegen: Onbekende fout',
  );
  portal.routes[path] = originalRoute;
  await user.click(screen.getByRole('button', { name: 'opnieuw proberen' }));
  await screen.findByText('1 speler(s) toegevoegd');
  expect(sent()).toHaveLength(2);
  expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
});

test('without a choice the second screen redirects to the first', async () => {
  servePortal();
  beLoggedIn();
  const { router } = openApp('/reservations/00000000-0000-7000-8000-000000000099/confirm');
  await expect.poll(() => router.state.location.pathname).toMatch(/addplayer$/);
  expect(await screen.findByRole('alert')).toHaveTextContent('Deze reservering bestaat niet.');
});

test('an incomplete profile must be completed first', async () => {
  const nora = 'nora.smit@fairway.example';
  const portal = servePortal(nora);
  const id = portal.book(0, 3, [nora]).players[0]!.id;
  beLoggedIn(nora);
  openApp(`/reservations/${id}/addplayer`);
  expect(await screen.findByRole('link', { name: 'je profiel' })).toHaveAttribute('href', '/profile');
  expect(screen.getByRole('combobox')).toBeDisabled();
});

test('shows an error when the booking cannot be fetched', async () => {
  const path = 'GET /reservations/00000000-0000-7000-8000-000000000001';
  openBooking([sanne], { [path]: () => networkError });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Netwerkfout bij het ophalen van reserveringen.',
  );
});
