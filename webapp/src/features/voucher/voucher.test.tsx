import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryClient } from '@tanstack/react-query';
import { decodeQR } from 'qr/decode.js';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { roundsChanged } from '@/api/rounds.ts';
import { findCopy } from '@/features/offline/copies.ts';
import { storeCopies } from '@/features/offline/storeCopies.ts';
import { upcomingQuery } from '@/features/reservations/queries.ts';
import { beLoggedIn, networkError, openApp, servePortal, type Portal } from '../../../tests/render.tsx';

const jan = 'jan.devries@fairway.example';
const sanne = 'sanne.bakker@fairway.example';
const club = 'Golfclub De Zandhoeve';

beforeEach(() => beLoggedIn());
afterEach(() => void vi.restoreAllMocks());

type Booking = ReturnType<Portal['book']>;

const address = ({ players }: Booking) => `/reservations/${players[0]!.id}/voucher`;

/** Reads the picture on the screen as a scanner does: only the SVG's own shapes count. */
function scanned(picture: HTMLElement): string {
  const size = Number(picture.getAttribute('viewBox')?.split(' ')[2]);
  const scale = 4;
  const side = size * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  const [background, modules] = [...picture.querySelectorAll('path')];
  expect(background).toHaveAttribute('fill', '#fff');
  for (const [, x, y, width] of modules!.getAttribute('d')!.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
      for (let column = Number(x) * scale; column < (Number(x) + Number(width)) * scale; column += 1) {
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
      }
    }
  }
  return decodeQR({ width: side, height: side, data });
}

const codeIn = (ticket: HTMLElement) =>
  within(ticket)
    .getByText(/^([0-9A-Z]{4} ?){14}$/)
    .textContent!.replaceAll(' ', '');

test('shows the code as a picture that a scanner reads, the number, and behind it the code in groups', async () => {
  const portal = servePortal();
  openApp(address(portal.book(0, 0, [jan])));
  const ticket = await screen.findByRole('region', { name: 'Voucher van Jan de Vries' });
  const picture = within(ticket).getByRole('img', { name: 'QR-code van de voucher van Jan de Vries' });
  expect(codeIn(ticket)).toMatch(/^[0-9A-Z]{56}$/);
  expect(scanned(picture)).toBe(codeIn(ticket));
  expect(ticket).toHaveTextContent(/Boekingsnummer \d{4}-\d{4}/);
  expect(within(ticket).getByText('code van deze voucher').closest('details')).not.toHaveAttribute('open');
  expect(screen.getByRole('heading', { level: 1, name: club })).toBeVisible();
  expect(screen.getByText('Zandweg 12, 3852 AB Ermelo')).toBeVisible();
  expect(screen.getByText('Starttijden van 8.00 tot 16.30 uur')).toBeVisible();
});

test('the master shows the voucher of each player, everybody else only their own', async () => {
  const user = userEvent.setup();
  const portal = servePortal();
  const booking = portal.book(0, 2, [jan, sanne]);
  const { queryClient } = openApp(address(booking));
  const own = await screen.findByRole('region', { name: 'Voucher van Jan de Vries' });
  const ownCode = codeIn(own);
  await user.click(screen.getByRole('button', { name: 'Sanne' }));
  expect(screen.getByRole('button', { name: 'Sanne', pressed: true })).toBeVisible();
  const hers = screen.getByRole('region', { name: 'Voucher van Sanne Bakker' });
  expect(codeIn(hers)).not.toBe(ownCode);
  expect(hers.className).not.toContain('onPaperOnly');
  // She cancels: hers is gone, and the master's own is shown again.
  booking.players[1]!.cancelled = true;
  void roundsChanged(queryClient);
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Voucher van' })).toBeNull());
  expect(codeIn(screen.getByRole('region', { name: /^Voucher van/ }))).toBe(ownCode);
});

test('a player who does not lead the group gets no choice', async () => {
  const portal = servePortal(sanne);
  beLoggedIn(sanne);
  const booking = portal.book(0, 2, [jan, sanne]);
  openApp(`/reservations/${booking.players[1]!.id}/voucher`);
  expect(await screen.findByRole('region', { name: 'Voucher van Sanne Bakker' })).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Voucher van' })).toBeNull();
  expect(screen.getAllByRole('img')).toHaveLength(1);
});

test('a cancellation elsewhere takes the code away as soon as the app learns of it', async () => {
  const portal = servePortal();
  const booking = portal.book(0, 2, [jan]);
  const { queryClient } = openApp(address(booking));
  const code = codeIn(await screen.findByRole('region', { name: 'Voucher van Jan de Vries' }));
  booking.players[0]!.cancelled = true;
  booking.notice = 'Vorst op de baan';
  // As on a message of the live stream.
  void roundsChanged(queryClient);
  expect(await screen.findByText('geannuleerd')).toBeVisible();
  expect(screen.getByText(/^Geannuleerd door de club: Vorst op de baan/)).toBeVisible();
  expect(scanned(screen.getByRole('img', { name: 'QR-code, doorgestreept: geannuleerd' }))).toBe(
    'GEANNULEERD',
  );
  expect(document.body.textContent!.replaceAll(' ', '')).not.toContain(code);
  expect(screen.queryByRole('button', { name: 'afdrukken' })).toBeNull();
});

test('the voucher of a day that is over has lapsed', async () => {
  const portal = servePortal();
  openApp(address(portal.book(0, -1, [jan])));
  expect(await screen.findByText('verlopen')).toBeVisible();
  expect(scanned(screen.getByRole('img'))).toBe('VERLOPEN');
});

/** A visit that showed the rounds; the network is gone afterwards. */
async function visitedOnce(day: number) {
  const portal = servePortal();
  const booking = portal.book(0, day, [jan]);
  const queries = new QueryClient();
  const stop = storeCopies(queries);
  // Before this page was opened.
  vi.spyOn(Date, 'now').mockReturnValue(performance.timeOrigin - 60_000);
  await queries.fetchQuery(upcomingQuery);
  vi.mocked(Date.now).mockRestore();
  stop();
  servePortal(undefined, {
    'GET /reservations': () => networkError,
    [`GET /reservations/${booking.players[0]!.id}`]: (): typeof networkError => networkError,
  });
  return booking;
}

test('opens without a network when the rounds were shown once, and says how old it is', async () => {
  const booking = await visitedOnce(0);
  const { queryClient } = openApp(address(booking));
  onTestFinished(storeCopies(queryClient));
  const ticket = await screen.findByRole('region', { name: 'Voucher van Jan de Vries' });
  expect(scanned(within(ticket).getByRole('img'))).toBe(codeIn(ticket));
  await waitFor(() => expect(screen.getByText(/^bijgewerkt om \d\d:\d\d/)).toBeVisible());
});

test('after its day the code is neither shown nor kept on the device', async () => {
  const booking = await visitedOnce(0);
  const code = booking.players[0]!.id.replaceAll('-', '').toUpperCase();
  expect(localStorage.getItem('fairway:copies')).toContain(code);
  const tomorrow = Date.now() + 24 * 3_600_000;
  vi.spyOn(Date, 'now').mockReturnValue(tomorrow);
  const { queryClient } = openApp(address(booking));
  onTestFinished(storeCopies(queryClient));
  expect(await screen.findByText('verlopen')).toBeVisible();
  expect(localStorage.getItem('fairway:copies')).not.toContain(code);
  expect(findCopy(upcomingQuery.queryKey)).toBeDefined();
});

test('without a network and without a copy it says so', async () => {
  servePortal(undefined, { 'GET /reservations': () => networkError });
  openApp('/reservations/00000000-0000-7000-8000-000000000001/voucher');
  expect(await screen.findByRole('alert')).toHaveTextContent('Je hebt deze voucher niet op dit apparaat');
});

test('the screen stays on while a valid voucher is shown, and no longer', async () => {
  const release = vi.fn<() => Promise<void>>(async () => {});
  const request = vi.fn<(kind: string) => Promise<object>>(async () => ({ release }));
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'wakeLock'));
  const portal = servePortal();
  const booking = portal.book(0, 0, [jan]);
  const { router } = openApp(address(booking));
  await screen.findByRole('region', { name: 'Voucher van Jan de Vries' });
  await waitFor(() => expect(request).toHaveBeenCalledWith('screen'));
  expect(release).not.toHaveBeenCalled();
  await router.navigate({ to: '/reservations' });
  await waitFor(() => expect(release).toHaveBeenCalledTimes(request.mock.calls.length));
});
