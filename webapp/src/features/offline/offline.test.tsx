import { QueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { logOut } from '@/features/auth/logOut.ts';
import { upcomingQuery } from '@/features/reservations/queries.ts';
import { shortDate } from '@/ui/format.ts';
import { beLoggedIn, networkError, openApp, servePortal } from '../../../tests/render.tsx';
import { findCopy } from './copies.ts';
import { storeCopies } from './storeCopies.ts';

const jan = 'jan.devries@fairway.example';
const anHourAgo = () => Date.now() - 3_600_000;
const clock = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Amsterdam',
  hour: '2-digit',
  minute: '2-digit',
});

beforeEach(() => beLoggedIn());

/** A visit an hour ago, with one round in the list. */
async function visitAnHourAgo() {
  const portal = servePortal();
  const booking = portal.book(0, 2, [jan]);
  const queries = new QueryClient();
  const stop = storeCopies(queries);
  const at = anHourAgo();
  vi.spyOn(Date, 'now').mockReturnValue(at);
  await queries.fetchQuery(upcomingQuery);
  vi.mocked(Date.now).mockRestore();
  stop();
  return { booking, queries, at };
}

test('the upcoming rounds are shown without a network, with the time of the last update', async () => {
  const { booking, at } = await visitAnHourAgo();
  servePortal(undefined, { 'GET /reservations': () => networkError });
  const { queryClient } = openApp('/reservations');
  const stop = storeCopies(queryClient);
  expect(await screen.findByRole('article', { name: 'Golfclub De Zandhoeve' })).toHaveTextContent(
    shortDate(booking.play_date),
  );
  expect(screen.getByText(new RegExp(`^bijgewerkt om ${clock.format(at)}`))).toBeInTheDocument();
  stop();
});

/** Opens the list without a network, just after a visit that stored a copy. */
async function openOffline() {
  const earlierPortal = servePortal();
  earlierPortal.book(0, 2, [jan]);
  const queries = new QueryClient();
  const stopEarlier = storeCopies(queries);
  await queries.fetchQuery(upcomingQuery);
  stopEarlier();
  const network = { isUp: false, failures: 0 };
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  servePortal(undefined, {
    'GET /reservations': () => {
      if (network.isUp) return undefined;
      network.failures += 1;
      return networkError;
    },
  });
  const { queryClient } = openApp('/reservations');
  onTestFinished(storeCopies(queryClient));
  expect(await screen.findByText(/bijgewerkt om \d\d:\d\d/)).toBeInTheDocument();
  const goOnline = () => {
    online.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
  };
  return { network, goOnline };
}

test('a recent copy is replaced as soon as the network is back', async () => {
  const { network, goOnline } = await openOffline();
  network.isUp = true;
  goOnline();
  expect(await screen.findByText('Er zijn geen reserveringen gevonden!')).toBeInTheDocument();
  expect(screen.queryByText(/bijgewerkt om/)).toBeNull();
});

test('a copy is replaced also when the first call after the network came back fails', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { network, goOnline } = await openOffline();
  network.failures = 0;
  goOnline();
  // The call and its retry.
  await vi.waitFor(() => expect(network.failures).toBe(2));
  network.isUp = true;
  expect(screen.getByRole('article', { name: 'Golfclub De Zandhoeve' })).toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await screen.findByText('Er zijn geen reserveringen gevonden!')).toBeInTheDocument();
});

test('a rejection by the server is shown instead of an old list', async () => {
  await visitAnHourAgo();
  servePortal(undefined, {
    'GET /reservations': () => ({ status: 500, body: { success: false, error: 'Dat ging mis.' } }),
  });
  const { queryClient } = openApp('/reservations');
  const stop = storeCopies(queryClient);
  expect(await screen.findByRole('alert')).toHaveTextContent('Dat ging mis.');
  expect(screen.queryByRole('article')).toBeNull();
  stop();
});

test('a copy is for its own member only, and is removed by the log-out', async () => {
  const { queries } = await visitAnHourAgo();
  expect(findCopy(upcomingQuery.queryKey)).toBeDefined();
  beLoggedIn('sanne.bakker@fairway.example');
  expect(findCopy(upcomingQuery.queryKey)).toBeUndefined();
  beLoggedIn();
  expect(findCopy(upcomingQuery.queryKey)).toBeDefined();
  servePortal();
  logOut(queries);
  expect(localStorage.getItem('fairway:copies')).toBeNull();
  beLoggedIn();
  expect(findCopy(upcomingQuery.queryKey)).toBeUndefined();
});

test("a member's first copy replaces all those of the former member", async () => {
  const { queries } = await visitAnHourAgo();
  expect(localStorage.getItem('fairway:copies')).toContain('Golfclub De Zandhoeve');
  queries.clear();
  const sanne = 'sanne.bakker@fairway.example';
  beLoggedIn(sanne);
  servePortal(sanne);
  onTestFinished(storeCopies(queries));
  await queries.fetchQuery(upcomingQuery);
  expect(localStorage.getItem('fairway:copies')).toContain(sanne);
  expect(localStorage.getItem('fairway:copies')).not.toContain('Golfclub De Zandhoeve');
});

test('a copy of another build is not used: its data may have another shape', async () => {
  await visitAnHourAgo();
  const meta = document.createElement('meta');
  meta.name = 'fairway-build';
  meta.content = 'another build';
  document.head.append(meta);
  onTestFinished(() => meta.remove());
  expect(findCopy(upcomingQuery.queryKey)).toBeUndefined();
});
