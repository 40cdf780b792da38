import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { violations } from '../../../../tests/operator/axe.ts';
import type { WatchedProjection } from '../../api/generated/WatchedProjection.ts';
import { loggedIn, openScreen } from '../login/openScreen.test.support.tsx';
import { duration } from '../tasks/texts.ts';
import { lagText, sinceOf } from './lag.ts';
import { projectionsQuery } from './queries.ts';
import { rateIn, rateText } from './rates.ts';

const running: WatchedProjection = {
  name: 'club_days',
  state: 'running',
  position: 4812,
  lag_events: 0,
  lag_seconds: null,
  last_error: null,
  event: null,
  can_be_rebuilt: true,
};
const stopped: WatchedProjection = {
  ...running,
  name: 'rounds',
  state: 'stopped',
  position: 4800,
  lag_events: 12,
  lag_seconds: 125,
  last_error: 'The event cannot be read: no field "holes".',
  event: {
    position: 4801,
    stream: 'booking-1',
    sequence: 3,
    event: 'PlayerAdded',
    version: '1.0',
    readable_here: true,
    payload: { player: 'tom' },
  },
};
const both = () => ({ body: { head: 4812, projections: [running, stopped] } });

test('shows state and lag, those that stand still first', async () => {
  openScreen('/projections', { ...loggedIn('auditor'), 'GET /projections': both });
  // The announced text does not change with every event.
  expect((await screen.findByRole('status')).textContent).toBe('1 of 2 projections does not run.');
  expect(screen.getByText('4812', { selector: 'strong' })).toBeVisible();
  const names = screen.getAllByRole('rowheader').map((name) => name.textContent);
  expect(names).toEqual(['Rounds', 'Days of clubs']);
  expect(screen.getByRole('row', { name: /^Rounds/ })).toHaveTextContent('12 events, 2 min 5 s');
  expect(screen.getByRole('row', { name: /^Days of clubs/ })).toHaveTextContent('runningnone––');
});

test('a row is opened for its graph, and one that stands still is open at once', async () => {
  openScreen('/projections', {
    ...loggedIn('auditor'),
    'GET /projections': both,
    'GET /projections/lag': () => ({
      body: {
        every: 15,
        at: ['2026-11-25T10:00:00+01:00', '2026-11-25T10:00:15+01:00'],
        projections: [{ name: 'club_days', events: [0, 1], seconds: [0, 0.5] }],
      },
    }),
  });
  const opened = await screen.findByRole('button', { name: 'Rounds' });
  expect(opened).toHaveAttribute('aria-expanded', 'true');
  const closed = screen.getByRole('button', { name: 'Days of clubs' });
  expect(closed).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('img')).toBeNull();
  await userEvent.click(closed);
  expect(await screen.findByRole('img', { name: /^Lag in the last hour/ })).toBeVisible();
  expect(screen.getByText('club_days')).toBeVisible();
  expect(await violations()).toEqual([]);
  await userEvent.click(opened);
  expect(screen.queryByText('The event cannot be read: no field "holes".')).toBeNull();
});

test('a lag has its beginning, and a speed after the second answer', () => {
  const asked = Date.parse('2026-11-25T10:00:00Z');
  expect(sinceOf(stopped, asked)).toBe('2026-11-25T09:57:55.000Z');
  expect(sinceOf(running, asked)).toBeUndefined();
  const samples = [
    { at: 0, positions: { rounds: 10, club_days: 50 } },
    { at: 10_000, positions: { rounds: 35, club_days: 40 } },
  ];
  expect(['rounds', 'club_days', 'orders'].map((name) => rateText(rateIn(samples, name)))).toEqual([
    '2.5',
    '0',
    '–',
  ]);
  expect(rateText(rateIn(samples.slice(1), 'rounds'))).toBe('–');
  expect(rateText(120.4)).toBe('120');
});

test('says why one stands still, with the event and its JSON', async () => {
  openScreen('/projections', { ...loggedIn('auditor'), 'GET /projections': both });
  await screen.findByRole('button', { name: 'Rounds' });
  expect(screen.getByText('The event cannot be read: no field "holes".')).toBeVisible();
  expect(screen.getByRole('link', { name: 'position 4801' })).toHaveAttribute('href', '/operator/event/4801');
  const disclosure = screen.getByRole('button', { name: 'Stored JSON of that event' });
  expect(disclosure).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(disclosure);
  expect(screen.getByRole('region', { name: 'Stored JSON of event 4801' })).toHaveTextContent(
    '"player": "tom"',
  );
});

test('an admin, who may not look events up, has no link that is refused', async () => {
  openScreen('/projections', { ...loggedIn('admin'), 'GET /projections': both });
  await screen.findByRole('button', { name: 'Rounds' });
  expect(screen.getByText(/position 4801/)).toBeVisible();
  expect(screen.queryByRole('link', { name: /position/ })).toBeNull();
});

test('is refreshed every 5 seconds, in a visible tab only', () => {
  expect(projectionsQuery.refetchInterval).toBe(5_000);
  expect(projectionsQuery.refetchIntervalInBackground).toBe(false);
});

test('a lag is said in events and in time', () => {
  expect([0, 59, 60, 125, 3600, 4320].map(duration)).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '2 min 5 s',
    '1 h',
    '1 h 12 min',
  ]);
  expect(lagText({ ...running, lag_events: 1, lag_seconds: null })).toBe('1 event');
});
