import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ROUNDS } from '@/api/rounds.ts';
import { beLoggedIn, networkError, openApp, servePortal } from '../../../tests/render.tsx';
import { refreshAfterAbsence } from './resume.ts';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-11-24T12:00:00+01:00');

beforeEach(() => {
  beLoggedIn();
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOON });
});
afterEach(() => void vi.useRealTimers());

async function openList() {
  const network = { isUp: true, calls: 0 };
  servePortal(undefined, {
    'GET /reservations': () => {
      network.calls += 1;
      return network.isUp ? undefined : networkError;
    },
  });
  const { queryClient } = openApp('/reservations');
  onTestFinished(refreshAfterAbsence(queryClient));
  await screen.findByText('Er zijn geen reserveringen gevonden!');
  return { queryClient, network, main: screen.getByRole('main') };
}

function comeBackAfter(ms: number) {
  vi.setSystemTime(Date.now() + ms);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

test('after a night the screen does not respond until its data are fetched again', async () => {
  const { queryClient, main, network } = await openList();
  queryClient.setQueryData([ROUNDS, 'another screen'], 'of yesterday', { updatedAt: Date.now() });
  queryClient.setQueryData(['order'], 'placed', { updatedAt: Date.now() });
  queryClient
    .getQueryCache()
    .find({ queryKey: ['order'] })
    ?.setOptions({ meta: { command: true } } as never);
  const before = network.calls;
  comeBackAfter(9 * HOUR);
  expect(main).toHaveAttribute('inert');
  expect(screen.getByText('Gegevens worden bijgewerkt…')).toBeInTheDocument();
  await waitFor(() => expect(main).not.toHaveAttribute('inert'));
  expect(network.calls).toBe(before + 1);
  expect(queryClient.getQueryData([ROUNDS, 'another screen'])).toBeUndefined();
  expect(queryClient.getQueryData(['order'])).toBe('placed');
});

test('without the server the screen responds again, and says how old its data are', async () => {
  const { main, network } = await openList();
  network.isUp = false;
  comeBackAfter(9 * HOUR);
  expect(main).toHaveAttribute('inert');
  await waitFor(() => expect(main).not.toHaveAttribute('inert'));
  expect(screen.getByText(/bijgewerkt om 12:00/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'opnieuw proberen' })).toBeInTheDocument();
});

test('a new day is noticed on a screen that stays open, and a short absence changes nothing', async () => {
  const { main, network } = await openList();
  const before = network.calls;
  for (let minutes = 0; minutes < 11 * 60; minutes += 30) comeBackAfter(HOUR / 2);
  expect(main).not.toHaveAttribute('inert');
  expect(network.calls).toBe(before);
  // From 23:00 to past midnight, with nothing but the clock.
  act(() => void vi.advanceTimersByTime(HOUR + 60_000));
  expect(main).toHaveAttribute('inert');
  await waitFor(() => expect(main).not.toHaveAttribute('inert'));
  expect(network.calls).toBe(before + 1);
});
