import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { roundsChanged } from '@/api/rounds.ts';
import { ok } from '../../../tests/mockResponse.ts';
import { beLoggedIn, held, openApp, servePortal } from '../../../tests/render.tsx';

const jan = 'jan.devries@fairway.example';
const sanne = 'sanne.bakker@fairway.example';

/** The screen to which the mail about a round in some days leads; Jan is logged in. */
function open(
  days = 1,
  change: (booking: ReturnType<ReturnType<typeof servePortal>['book']>) => void = () => {},
) {
  const portal = servePortal();
  const booking = portal.book(0, days, [jan, sanne]);
  change(booking);
  const own = booking.players[0]!.id;
  beLoggedIn();
  const { router } = openApp(`/reservations/${own}/cancel`);
  const sent = () => portal.calls.filter(({ route }) => route.startsWith('POST /reservations/:id'));
  return { booking, own, router, sent, user: userEvent.setup() };
}

test('the dialog is open, nothing was cancelled, and it cancels', async () => {
  const { sent, user } = open();
  const dialog = await screen.findByRole('dialog', { name: 'Reservering annuleren' });
  expect(sent()).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'alleen mijn reservering' }));
  expect(await screen.findByText(/^Je reservering bij .* is geannuleerd\.$/)).toBeVisible();
  expect(sent()).toHaveLength(1);
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Mijn reserveringen' })).toBeVisible();
});

test('a live update that comes before the answer leaves the dialog, and the result is that of the press', async () => {
  const answer = held();
  const overrides: Parameters<typeof servePortal>[1] = {};
  const portal = servePortal(undefined, overrides);
  const me = portal.book(0, 1, [jan, sanne]).players[0]!;
  overrides[`POST /reservations/${me.id}/cancel`] = async () => {
    me.cancelled = true;
    await answer.response;
    return ok();
  };
  beLoggedIn();
  const { queryClient } = openApp(`/reservations/${me.id}/cancel`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Reservering annuleren' }));
  await userEvent.click(dialog.getByRole('button', { name: 'alleen mijn reservering' }));
  await waitFor(() => expect(me.cancelled).toBe(true));
  // As on a message of the live stream.
  await act(() => roundsChanged(queryClient));
  expect(dialog.getByRole('button', { name: 'bezig…' })).toBeVisible();
  expect(dialog.getByRole('button', { name: 'hele groep' })).toBeVisible();
  expect(screen.queryByText(/je plaats is al geannuleerd of gewisseld/)).toBeNull();
  answer.release();
  expect(await screen.findByText(/^Je reservering bij .* is geannuleerd\.$/)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the dialog leads to the swap, and closes to a screen that does so too', async () => {
  const { own, user } = open();
  const dialog = await screen.findByRole('dialog', { name: 'Reservering annuleren' });
  const swap = `/reservations/${own}/swap/${own}`;
  expect(within(dialog).getByRole('link', { name: 'Wissel met een andere speler' })).toHaveAttribute(
    'href',
    swap,
  );
  await user.click(within(dialog).getByRole('button', { name: 'terug' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('heading', { level: 1, name: 'Annuleren of wisselen' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'iemand laten invallen' })).toHaveAttribute('href', swap);
  await user.click(screen.getByRole('button', { name: 'annuleren' }));
  expect(screen.getByRole('dialog', { name: 'Reservering annuleren' })).toBeVisible();
});

test.each([
  ['was cancelled', 1, /je plaats is al geannuleerd of gewisseld\. Je hoeft niets te doen\./, true],
  ['is over', -1, /is al geweest: annuleren of wisselen kan niet meer\./, false],
] as const)('a round that %s has no dialog, and the screen says so', async (_, days, text, cancelled) => {
  open(days, (booking) => {
    booking.players[0]!.cancelled = cancelled;
  });
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Mijn reserveringen' })).toBeVisible();
});

test('a round that the club cancelled has its reason', async () => {
  open(1, (booking) => {
    booking.notice = 'Vorst op de baan';
    for (const player of booking.players) player.cancelled = true;
  });
  expect(await screen.findByText(/De club heeft je ronde .* geannuleerd: Vorst op de baan\./)).toBeVisible();
});

test('who is not logged in comes back to it after the log-in', async () => {
  const portal = servePortal();
  const own = portal.book(0, 1, [jan]).players[0]!.id;
  const { router } = openApp(`/reservations/${own}/cancel`);
  expect(await screen.findByRole('heading', { name: 'Inloggen' })).toBeVisible();
  expect(router.state.location.search).toEqual({ redirect: `/reservations/${own}/cancel` });
});
