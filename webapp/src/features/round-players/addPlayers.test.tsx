import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { addDays } from '@/ui/format.ts';
import { violations } from '../../../tests/operator/axe.ts';
import { beLoggedIn, held, networkError, openApp, servePortal } from '../../../tests/render.tsx';

const jan = 'jan.devries@fairway.example';
const sanne = 'sanne.bakker@fairway.example';
const fatima = 'fatima.elidrissi@fairway.example';
const anouk = 'anouk.visser@fairway.example';
const tom = 'tom.mulder@fairway.example';

const ADDED = 'Fatima is toegevoegd en krijgt bericht.';

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
  const field = await screen.findByRole('combobox', { name: 'Naam of e-mailadres medespeler' });
  await user.type(field, email);
  await user.click(screen.getByRole('button', { name: 'toevoegen' }));
}

test('adds players once, under one key, and lists the players', async () => {
  const { user, router, sent, id } = openBooking([sanne]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Spelers toevoegen' })).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'verder' })).toBeDisabled();
  await add(user, fatima);
  expect(await screen.findByRole('button', { name: 'Fatima verwijderen' })).toBeInTheDocument();
  expect(screen.getByText('Met verder voeg je Fatima meteen toe.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'verder' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'Speler toegevoegd' })).toBeInTheDocument();
  expect(await screen.findByText(ADDED)).toBeInTheDocument();
  const ticket = within(await screen.findByRole('article', { name: 'Golfclub De Zandhoeve' }));
  expect(ticket.getByRole('list', { name: 'Spelers' })).toHaveTextContent(/Jan de Vries.*Sanne.*Fatima/);
  expect(sent()).toMatchObject([
    { body: { players: [fatima] }, key: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ]);

  // Leaving the screen, returning to it and a reload send no second request.
  await router.navigate({ to: '/reservations' });
  await router.navigate({ to: '/reservations/$reservationId/confirm', params: { reservationId: id } });
  await screen.findByText(ADDED);
  openApp(`/reservations/${id}/confirm`);
  await screen.findAllByText(ADDED);
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

test('counts the players who were added', async () => {
  const { user } = openBooking([]);
  await add(user, fatima);
  await screen.findByRole('button', { name: 'Fatima verwijderen' });
  await add(user, tom);
  await user.click(await screen.findByRole('button', { name: 'verder' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Spelers toegevoegd' })).toBeVisible();
  expect(screen.getByText('Fatima en Tom zijn toegevoegd en krijgen bericht.')).toBeVisible();
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
  expect(screen.getByRole('heading', { level: 1, name: 'Niemand toegevoegd' })).toBeVisible();
  expect(await screen.findByRole('list', { name: 'Spelers' })).toHaveTextContent('Sanne Bakker');
  await user.click(within(alert).getByRole('link', { name: 'kies andere spelers' }));
  await user.click(await screen.findByRole('button', { name: 'verder' }));
  await screen.findByText(ADDED);
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
  await screen.findByText(ADDED);
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

/** The same on a day that is full. */
function openFullRound() {
  const opened = openBooking([sanne]);
  opened.portal.full.add(addDays(opened.portal.today, 3));
  return opened;
}

describe('on a full day', () => {
  test('a co-player is put on the waiting list, and the group keeps its places', async () => {
    const { user, portal, sent, id } = openFullRound();
    expect(await screen.findByText('De baan is vol')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'verder' })).toBeNull();
    const wait = screen.getByRole('button', { name: 'op de wachtlijst' });
    expect(wait).toBeDisabled();
    await add(user, fatima);
    await screen.findByRole('button', { name: 'Fatima verwijderen' });
    expect(await violations()).toEqual([]);
    await user.click(wait);
    expect(await screen.findByText('Fatima staat op de wachtlijst en krijgt bericht.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Op de wachtlijst' })).toHaveFocus();
    expect(await screen.findByRole('list', { name: 'Spelers' })).not.toHaveTextContent('Fatima');
    expect(sent()).toEqual([]);
    const waits = portal.calls.filter(({ route }) => route === 'POST /reservations/:id/player/wait');
    expect(waits).toMatchObject([{ body: { players: [fatima] }, key: expect.stringMatching(/.{36}/) }]);
    openApp(`/reservations/${id}/addplayer`);
    expect((await screen.findAllByRole('button', { name: 'op de wachtlijst' })).at(-1)).toBeDisabled();
  });

  test('a refusal says why beside the button and keeps the choice', async () => {
    const { user, portal } = openFullRound();
    portal.routes['POST /reservations/:id/player/wait'] = () => ({
      status: 409,
      body: { success: false, error: 'Fatima heeft al een plaats op de wachtlijst van deze dag' },
    });
    await add(user, fatima);
    await screen.findByRole('button', { name: 'Fatima verwijderen' });
    await user.click(screen.getByRole('button', { name: 'op de wachtlijst' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Fatima heeft al een plaats op de wachtlijst');
    expect(screen.getByRole('button', { name: 'Fatima verwijderen' })).toBeVisible();
  });
});
