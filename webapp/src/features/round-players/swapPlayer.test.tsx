import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { dropToken } from '@/session/session.ts';
import { beLoggedIn, openApp, servePortal } from '../../../tests/render.tsx';

const jan = 'jan.devries@fairway.example';
const sanne = 'sanne.bakker@fairway.example';
const fatima = 'fatima.elidrissi@fairway.example';

/** A booking of these players, in some days, and the screen that swaps one of them; Jan is logged in. */
function openSwap(players: string[], leaving: string, days = 3) {
  const portal = servePortal();
  const booking = portal.book(0, days, players);
  const placeOf = (email: string) => booking.players.find((player) => player.member.email === email)!.id;
  beLoggedIn();
  const { router } = openApp(`/reservations/${placeOf(jan)}/swap/${placeOf(leaving)}`);
  const sent = () => portal.calls.filter(({ route }) => route.endsWith('/player/swap'));
  return { portal, booking, router, sent, user: userEvent.setup() };
}

async function choose(user: ReturnType<typeof userEvent.setup>, email: string) {
  await user.type(await screen.findByRole('combobox', { name: 'Naam of e-mailadres medespeler' }), email);
  await user.click(screen.getByRole('button', { name: 'toevoegen' }));
}

const swapButton = () => screen.getByRole('button', { name: 'wisselen' });

test('swaps a co-player once, and shows who plays now', async () => {
  const { user, sent } = openSwap([jan, sanne], sanne);
  expect(await screen.findByRole('heading', { level: 1, name: 'Speler wisselen' })).toBeInTheDocument();
  expect(await screen.findByText('Sanne Bakker')).toBeVisible();
  expect(screen.getByText(/^Het speelrecht van Sanne komt terug\./)).toBeVisible();
  expect(swapButton()).toBeDisabled();
  await choose(user, fatima);
  await screen.findByRole('button', { name: 'Fatima verwijderen' });
  await user.click(swapButton());

  expect(await screen.findByText('Fatima el Idrissi speelt in de plaats van Sanne Bakker.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Speler gewisseld' })).toBeVisible();
  const ticket = within(await screen.findByRole('article'));
  expect(ticket.getByRole('list', { name: 'Spelers' })).toHaveTextContent(/Jan de Vries.*Fatima el Idrissi/);
  expect(sent()).toMatchObject([{ body: { email: fatima }, key: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
});

test('the chosen player is there again after the session ended, and not after the swap', async () => {
  const { user, router, sent } = openSwap([jan, sanne], sanne);
  await choose(user, fatima);
  await screen.findByRole('button', { name: 'Fatima verwijderen' });
  cleanup();
  dropToken();
  beLoggedIn();
  openApp(router.state.location.href);
  await screen.findByRole('button', { name: 'Fatima verwijderen' });
  await user.click(swapButton());
  await screen.findByText('Fatima el Idrissi speelt in de plaats van Sanne Bakker.');
  expect(sent()).toHaveLength(1);
  expect(Object.keys(sessionStorage).filter((key) => key.includes('swap'))).toEqual([]);
});

test('on the play date a player swaps themselves and gets the right back', async () => {
  const { user } = openSwap([sanne, jan], jan, 0);
  expect(await screen.findByText(/^Je speelrecht komt terug, ook al is de ronde vandaag\./)).toBeVisible();
  await choose(user, fatima);
  await screen.findByRole('button', { name: 'Fatima verwijderen' });
  await user.click(swapButton());
  expect(
    await screen.findByText('Fatima el Idrissi speelt in jouw plaats. Je speelrecht is terug.'),
  ).toBeVisible();
  expect(await screen.findByRole('list', { name: 'Spelers' })).toHaveTextContent('Fatima el Idrissi');
});

test('a master who leaves is told who leads then', async () => {
  openSwap([jan, sanne], jan);
  expect(
    await screen.findByText(/De speler die het langst in de groep zit, wordt groepsleider\.$/),
  ).toBeVisible();
});

test('only one player comes, and nobody of the round', async () => {
  const { user } = openSwap([jan, sanne], sanne);
  await choose(user, sanne);
  expect(await screen.findByText('speler is al toegevoegd')).toBeVisible();
  await user.clear(screen.getByRole('combobox'));
  await choose(user, fatima);
  await screen.findByRole('button', { name: 'Fatima verwijderen' });
  expect(screen.getByRole('combobox')).toBeDisabled();
});

test('a refusal says why, changes nothing, and the next attempt has another key', async () => {
  const { user, portal, booking, sent } = openSwap([jan, sanne], sanne);
  const path = 'POST /reservations/:id/player/swap';
  const swap = portal.routes[path]!;
  portal.routes[path] = () => ({
    status: 409,
    body: { success: false, error: 'Fatima heeft op deze datum al een reservering' },
  });
  await choose(user, fatima);
  await screen.findByRole('button', { name: 'Fatima verwijderen' });
  await user.click(swapButton());
  expect(await screen.findByRole('alert')).toHaveTextContent('Fatima heeft op deze datum al een reservering');
  expect(booking.players.map(({ cancelled }) => cancelled)).toEqual([false, false]);
  portal.routes[path] = swap;
  await user.click(swapButton());
  await screen.findByText('Fatima el Idrissi speelt in de plaats van Sanne Bakker.');
  expect(new Set(sent().map(({ key }) => key)).size).toBe(2);
});

test('a request with an unknown outcome is sent again under the same key', async () => {
  const { user, portal, sent } = openSwap([jan, sanne], sanne);
  const path = 'POST /reservations/:id/player/swap';
  const swap = portal.routes[path]!;
  portal.routes[path] = () => ({ status: 500, body: { success: false, error: '' } });
  await choose(user, fatima);
  await screen.findByRole('button', { name: 'Fatima verwijderen' });
  await user.click(swapButton());
  expect(await screen.findByRole('alert')).toHaveTextContent('Het wisselen is niet gelukt.');
  portal.routes[path] = swap;
  await user.click(swapButton());
  await screen.findByText('Fatima el Idrissi speelt in de plaats van Sanne Bakker.');
  expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
});

describe('without a form, the screen says', () => {
  test.each([
    ['that only the master swaps another', [sanne, jan], sanne, 3, 'Alleen de groepsleider'],
    ['that the play date is over', [jan, sanne], sanne, -1, 'De speeldatum is voorbij'],
  ] as const)('%s', async (_, players, leaving, days, sentence) => {
    openSwap([...players], leaving, days);
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.getByRole('link', { name: 'terug' })).toHaveAttribute('href', '/reservations');
  });

  test('that the player left already', async () => {
    const portal = servePortal();
    const booking = portal.book(0, 3, [jan, sanne]);
    booking.players[1]!.cancelled = true;
    beLoggedIn();
    openApp(`/reservations/${booking.players[0]!.id}/swap/${booking.players[1]!.id}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('doet al niet meer mee');
  });
});
