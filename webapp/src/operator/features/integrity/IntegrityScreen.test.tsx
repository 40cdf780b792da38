import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { TaskEntry } from '../../api/generated/TaskEntry.ts';
import { loggedIn, openScreen, refusal, type Answers } from '../login/openScreen.test.support.tsx';
import type { Report } from './schemas.ts';

const BOOKING = '019a0000-0000-7000-8000-00000000b00c';
const HEAD = `4812:${'ab'.repeat(32)}`;

const report: Report = {
  position: 4812,
  checked: ['4812 events, positions 1 to 4812'],
  not_checked: [],
  counted: 23,
  kinds: [
    {
      code: 'row_changed',
      count: 22,
      remedy: 'rebuild the table',
      findings: [
        {
          code: 'row_changed',
          rule: 'architecture: projections',
          position: null,
          at: `reservations_bookings booking_id ${BOOKING}`,
          what: 'holes is 9 and should be 18',
          remedy: 'rebuild the table',
          subject: { kind: 'booking', id: BOOKING },
        },
      ],
    },
    {
      code: 'position_gap',
      count: 1,
      remedy: 'compare with a backup',
      findings: [
        {
          code: 'position_gap',
          rule: 'architecture: gapless positions',
          position: 12,
          at: 'events',
          what: 'no event stands at position 12',
          remedy: 'compare with a backup',
        },
      ],
    },
  ],
};

const task: TaskEntry = {
  id: 'v1',
  kind: 'verify',
  state: 'done',
  wanted: null,
  arguments: { projections: [], dry_run: false, heads: [] },
  operator: 'Olga Smit',
  reason: 'weekly',
  asked_at: '2026-11-25T10:58:12+01:00',
  started_at: '2026-11-25T10:58:13+01:00',
  finished_at: '2026-11-25T10:59:13+01:00',
  silent_seconds: null,
  step: '',
  done: 0,
  total: 0,
  rate: null,
  seconds_left: null,
  error: null,
  result: report,
};

const sealed = {
  head: HEAD,
  recorded_at: '2026-11-25T10:57:00+01:00',
  unsealed: 1,
  is_mailed: false,
  history: [
    { day: '2026-11-25', head: HEAD, recorded_at: '2026-11-25T10:57:00+01:00', events: 12 },
    {
      day: '2026-11-24',
      head: `4800:${'cd'.repeat(32)}`,
      recorded_at: '2026-11-24T20:57:00+01:00',
      events: 40,
    },
  ],
};

const answers = (...tasks: TaskEntry[]): Answers => ({
  'GET /tasks': () => ({ body: { tasks: tasks.map((one) => ({ ...one, result: null })) } }),
  'GET /tasks/task': () => ({ body: tasks[0] }),
  'GET /seal': () => ({ body: sealed }),
});

test('each finding has its rule, its remedy and the page of its subject', async () => {
  openScreen('/integrity', { ...loggedIn('auditor'), ...answers(task) });
  const rows = within(await screen.findByRole('table', { name: /row_changed: 22 found/ }));
  expect(rows.getByRole('link', { name: 'Booking 019a0000' })).toHaveAttribute(
    'href',
    `/operator/booking/${BOOKING}`,
  );
  expect(screen.getByText('23 findings.')).toBeVisible();
  expect(screen.getByText('21 more of this kind were counted and not stored.')).toBeVisible();
  const gap = within(screen.getByRole('table', { name: /position_gap/ }));
  expect(gap.getByRole('link', { name: 'position 12' })).toHaveAttribute('href', '/operator/event/12');
});

test('an admin, who may not look members up, has no link that is refused', async () => {
  openScreen('/integrity', { ...loggedIn('admin'), ...answers(task) });
  const rows = within(await screen.findByRole('table', { name: /row_changed/ }));
  expect(rows.getByText('Booking 019a0000')).toBeVisible();
  expect(rows.queryByRole('link')).toBeNull();
});

test('a verification is started with a reason and kept heads, and a wrong head is said beside its field', async () => {
  const tasks: TaskEntry[] = [];
  const { bodiesOf } = openScreen('/integrity', {
    ...loggedIn('auditor'),
    ...answers(),
    'GET /tasks': () => ({ body: { tasks } }),
    'GET /tasks/task': () => ({ body: tasks[0] }),
    'POST /integrity/verify': ({ body }) => {
      if ((body as { heads: string[] }).heads.includes('12')) {
        return refusal(422, 'Not all is right.', { heads: 'A head is a position, a colon and a hash.' });
      }
      tasks.push({ ...task, state: 'waiting', finished_at: null, result: null });
      return { body: { id: 'v1' } };
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Verify now' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Verify now' }));
  await user.type(dialog.getByLabelText('Reason'), 'weekly');
  const heads = dialog.getByLabelText(/Heads of the seal/);
  await user.type(heads, '12');
  await user.click(dialog.getByRole('button', { name: 'Start' }));
  expect(await dialog.findByText('A head is a position, a colon and a hash.')).toBeVisible();
  await user.clear(heads);
  await user.type(heads, ` ${HEAD}\n`);
  await user.click(dialog.getByRole('button', { name: 'Start' }));
  expect(await screen.findByText(/No process that projects has taken it yet/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Verify now' })).toBeNull();
  expect(bodiesOf('POST /integrity/verify').at(-1)).toEqual({ heads: [HEAD], reason: 'weekly' });
});

test('the head of each day is copied with one press', async () => {
  const user = userEvent.setup();
  openScreen('/integrity', { ...loggedIn('auditor'), ...answers() });
  await user.click(await screen.findByRole('button', { name: 'Copy the head of 24 Nov 2026' }));
  expect(await navigator.clipboard.readText()).toBe(`4800:${'cd'.repeat(32)}`);
  expect(screen.getByText(/1 event is not sealed yet/)).toBeVisible();
  expect(screen.getByText(/FAIRWAY_SEAL_TO names an address outside/)).toBeVisible();
});

test('a head that was kept is held against the seal', async () => {
  openScreen('/integrity', {
    ...loggedIn('auditor'),
    ...answers(),
    'GET /seal/check': ({ query }) => {
      if (query.get('head') === HEAD) return { body: { outcome: 'same', sentence: 'The seal has it.' } };
      if (query.get('head') === '') return refusal(422, 'x', { head: 'A head is a position.' });
      return { body: { outcome: 'different', sentence: 'History was rewritten.' } };
    },
  });
  const user = userEvent.setup();
  const field = await screen.findByLabelText('A head that you kept');
  const press = () => user.click(screen.getByRole('button', { name: 'Does it still hold?' }));
  await press();
  expect(await screen.findByText('A head is a position.')).toBeVisible();
  await user.type(field, HEAD);
  await press();
  expect(await screen.findByText('The seal has it.')).toBeVisible();
  await user.clear(field);
  await user.type(field, '1:00');
  await press();
  expect(await screen.findByRole('alert')).toHaveTextContent('History was rewritten.');
});
