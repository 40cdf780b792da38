import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { WatchedProjection } from '../../api/generated/WatchedProjection.ts';
import { loggedIn, openScreen } from '../login/openScreen.test.support.tsx';
import { duration } from '../tasks/texts.ts';
import { lagText } from './lag.ts';
import { projectionsQuery } from './queries.ts';

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
  const cards = screen.getAllByRole('article');
  expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual(['rounds', 'club_days']);
  expect(cards[0]).toHaveTextContent('12 events, 2 min 5 s');
  expect(cards[1]).toHaveTextContent('none');
});

test('says why one stands still, with the event and its JSON', async () => {
  openScreen('/projections', { ...loggedIn('auditor'), 'GET /projections': both });
  const card = within(await screen.findByRole('article', { name: 'rounds' }));
  expect(card.getByText('The event cannot be read: no field "holes".')).toBeVisible();
  expect(card.getByRole('link', { name: 'position 4801' })).toHaveAttribute('href', '/operator/event/4801');
  const disclosure = card.getByRole('button', { name: 'Stored JSON of that event' });
  expect(disclosure).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(disclosure);
  expect(card.getByRole('region', { name: 'Stored JSON of event 4801' })).toHaveTextContent(
    '"player": "tom"',
  );
});

test('an admin, who may not look events up, has no link that is refused', async () => {
  openScreen('/projections', { ...loggedIn('admin'), 'GET /projections': both });
  const card = within(await screen.findByRole('article', { name: 'rounds' }));
  expect(card.getByText(/position 4801/)).toBeVisible();
  expect(card.queryByRole('link')).toBeNull();
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
