import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { TaskEntry } from '../../api/generated/TaskEntry.ts';
import { loggedIn, openScreen, refusal, type Answers } from '../login/openScreen.test.support.tsx';
import { lines, summary } from './LagLine.tsx';
import { cellsOf } from './RowsThatDiffer.tsx';
import type { Comparison } from './schemas.ts';

const found: Comparison = {
  position: 4812,
  continued_after: null,
  stopped: null,
  not_compared: [],
  tables: [
    {
      table: 'club_days',
      live_rows: 40,
      rebuilt_rows: 41,
      differences: 63,
      examples: Array.from({ length: 12 }, (_, index) => ({
        key: `play_date 2026-11-${index + 10}, club_id de-es`,
        live: index === 1 ? null : { club_id: 'de-es', claimed: 45 },
        rebuilt: { club_id: 'de-es', claimed: 42 },
      })),
    },
    { table: 'vouchers', live_rows: 7, rebuilt_rows: 7, differences: 0, examples: [] },
  ],
};

const task: TaskEntry = {
  id: 'r1',
  kind: 'rebuild',
  state: 'ready',
  wanted: null,
  arguments: { projections: ['club_days'], dry_run: false, heads: [] },
  operator: 'Olga Smit',
  reason: 'ticket 12',
  asked_at: '2026-11-25T10:58:12+01:00',
  started_at: '2026-11-25T10:58:13+01:00',
  finished_at: null,
  silent_seconds: null,
  step: '',
  done: 0,
  total: 0,
  rate: null,
  seconds_left: null,
  error: null,
  result: found,
};

const running: TaskEntry = {
  ...task,
  state: 'running',
  result: null,
  step: 'events projected',
  done: 1200,
  total: 4800,
  rate: 300,
  seconds_left: 12,
  silent_seconds: 0.5,
};

const projection = (name: string) => ({
  name,
  state: 'running',
  position: 4812,
  lag_events: 0,
  lag_seconds: 0,
  last_error: null,
  event: null,
  can_be_rebuilt: name !== 'seal',
});

/** The screen with these rebuilds; what is asked of them changes the first. */
function withTasks(...tasks: TaskEntry[]): Answers {
  return {
    'GET /projections': () => ({
      body: {
        head: 4812,
        projections: [projection('club_days'), projection('vouchers'), projection('seal')],
      },
    }),
    'GET /projections/lag': () => ({
      body: {
        every: 15,
        at: ['2026-11-25T10:00:00+01:00', '2026-11-25T10:00:15+01:00', '2026-11-25T10:00:30+01:00'],
        projections: [{ name: 'club_days', events: [0, 12, 1], seconds: [0, 3.2, 0.5] }],
      },
    }),
    'GET /tasks': () => ({ body: { tasks: tasks.map((one) => ({ ...one, result: null })) } }),
    'GET /tasks/task': ({ query }) => {
      const one = tasks.find(({ id }) => id === query.get('id'));
      return one ? { body: one } : refusal(404, 'There is no such task.');
    },
  };
}

const region = async () => within(await screen.findByRole('region', { name: 'Rebuild' }));

test('the last hour of the lag is a line with words beside it', async () => {
  openScreen('/projections', { ...loggedIn('auditor'), ...withTasks() });
  await userEvent.click(await screen.findByRole('button', { name: 'Days of clubs' }));
  const line = await screen.findByRole('img', {
    name: 'Lag in the last hour. at most 12 events (at 10:00) and 3 s.',
  });
  expect(line.querySelectorAll('polyline')).toHaveLength(2);
});

test('a line breaks where no sample was taken', () => {
  const at = ['09:00:00', '09:00:15', '09:10:00', '09:10:15'].map((time) => `2026-11-25T${time}Z`);
  expect(lines(at, [0, 1, 2, 2])).toHaveLength(2);
  expect(lines(at, [0, null, 2, 2])).toHaveLength(2);
  expect(lines([], [])).toEqual([]);
  expect(summary({ at, events: [0, 0, 0, 0], seconds: [0, 0, 0, 0] })).toBe('never behind.');
});

test('a rebuild is started with its projections, its kind and a reason', async () => {
  const tasks: TaskEntry[] = [];
  const { bodiesOf } = openScreen('/projections', {
    ...loggedIn('admin'),
    ...withTasks(),
    'GET /tasks': () => ({ body: { tasks } }),
    'GET /tasks/task': () => ({ body: running }),
    'POST /projections/rebuild': ({ body }) => {
      if (!(body as { reason: string }).reason)
        return refusal(422, 'Not all is right.', { reason: 'The reason must not be empty.' });
      tasks.push(running);
      return { body: { id: 'r1' } };
    },
  });
  const user = userEvent.setup();
  await user.click((await region()).getByRole('button', { name: 'Start a rebuild' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Start a rebuild' }));
  expect(dialog.queryByRole('checkbox', { name: 'The seal' })).toBeNull();
  await user.click(dialog.getByRole('checkbox', { name: 'Days of clubs' }));
  await user.click(dialog.getByRole('button', { name: 'Rebuild, swap later' }));
  expect(await dialog.findByText('The reason must not be empty.')).toBeVisible();
  await user.type(dialog.getByLabelText('Reason'), 'ticket 12');
  await user.click(dialog.getByRole('button', { name: 'Compare only' }));
  const rebuild = await region();
  expect(await rebuild.findByText('1200 of 4800, 300 per second, 12 s left')).toBeVisible();
  expect(rebuild.getByRole('progressbar', { name: 'events projected' })).toHaveAttribute(
    'aria-valuenow',
    '25',
  );
  expect(rebuild.queryByRole('button', { name: 'Start a rebuild' })).toBeNull();
  const asked = { projections: ['club_days'], reason: 'ticket 12' };
  expect(bodiesOf('POST /projections/rebuild')).toEqual([
    { ...asked, reason: '', dry_run: false },
    { ...asked, dry_run: true },
  ]);
  expect(screen.queryByRole('button', { name: /^Rebuild: / })).toBeNull();
});

test('the row of a projection begins its rebuild, and Enter only compares', async () => {
  const { bodiesOf } = openScreen('/projections', {
    ...loggedIn('admin'),
    ...withTasks(),
    'POST /projections/rebuild': () => ({ body: { id: 'r1' } }),
  });
  const user = userEvent.setup();
  await screen.findByRole('row', { name: /^The seal/ });
  expect(screen.queryByRole('button', { name: 'Rebuild: The seal' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Rebuild: Vouchers' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Start a rebuild' }));
  expect(dialog.getByRole('checkbox', { name: 'Vouchers' })).toBeChecked();
  expect(dialog.getByRole('checkbox', { name: 'Days of clubs' })).not.toBeChecked();
  await user.type(dialog.getByLabelText('Reason'), 'ticket 13{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodiesOf('POST /projections/rebuild')).toEqual([
    { projections: ['vouchers'], dry_run: true, reason: 'ticket 13' },
  ]);
});

test('differences are shown row by row before the swap, which is a decision with a reason', async () => {
  let now = task;
  const { bodiesOf } = openScreen('/projections', {
    ...loggedIn('admin'),
    ...withTasks(task),
    'GET /tasks': () => ({ body: { tasks: [{ ...now, result: null }] } }),
    'GET /tasks/task': () => ({ body: now }),
    'POST /projections/swap': () => {
      const swapped = { position: 4813, old: 'old_20261125', tries: 1 };
      now = {
        ...task,
        state: 'done',
        finished_at: '2026-11-25T11:04:03+01:00',
        result: { ...found, swapped },
      };
      return { body: {} };
    },
  });
  const user = userEvent.setup();
  const rebuild = await region();
  expect(await rebuild.findByText('waits for your decision')).toBeVisible();
  const row = await rebuild.findByRole('row', { name: /^Days of clubs/ });
  expect(row).toHaveTextContent('404163');
  await user.click(rebuild.getByRole('button', { name: 'Days of clubs: 63 rows differ' }));
  const first = within(rebuild.getByRole('table', { name: 'play_date 2026-11-10, club_id de-es' }));
  const shown = () => first.getAllByRole('row').map((one) => one.textContent);
  expect(shown()).toEqual(['ColumnLiveRebuilt', 'claimed4542']);
  await user.click(rebuild.getByRole('checkbox', { name: 'Show the columns that are the same' }));
  expect(shown()).toEqual(['ColumnLiveRebuilt', 'claimed4542', 'club_idde-esde-es']);
  expect(rebuild.getByRole('table', { name: /2026-11-11.* is missing live/ })).toBeVisible();
  await user.click(rebuild.getByRole('button', { name: 'Show 2 more' }));
  expect(rebuild.getByText('51 more rows differ and are not stored here.')).toBeVisible();

  await user.click(rebuild.getByRole('button', { name: 'Swap the tables' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Swap the tables' }));
  expect(dialog.getByText(/63 rows differ from what they see now/)).toBeVisible();
  await user.type(dialog.getByLabelText('Reason'), 'compared');
  await user.click(dialog.getByRole('button', { name: 'Swap' }));
  expect(await rebuild.findByText(/Swapped at position 4813/)).toBeVisible();
  expect(rebuild.getByText(/in the schema old_20261125/).closest('details')).not.toHaveAttribute('open');
  expect(bodiesOf('POST /projections/swap')).toEqual([{ id: 'r1', reason: 'compared' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an error stays visible, also in the list of earlier rebuilds', async () => {
  const failed: TaskEntry = {
    ...task,
    id: 'r0',
    state: 'failed',
    error: 'This process owns no tables.',
    result: null,
    finished_at: '2026-11-24T11:04:03+01:00',
  };
  openScreen('/projections', { ...loggedIn('admin'), ...withTasks(task, failed) });
  const rebuild = await region();
  const row = await rebuild.findByRole('row', { name: /This process owns no tables/ });
  await userEvent.click(within(row).getByRole('link'));
  expect(await rebuild.findByRole('alert')).toHaveTextContent('This process owns no tables.');
});

test('an auditor sees the rebuild and decides nothing', async () => {
  openScreen('/projections', { ...loggedIn('auditor'), ...withTasks(task) });
  const rebuild = await region();
  expect(await rebuild.findByText('waits for your decision')).toBeVisible();
  expect(rebuild.queryByRole('button', { name: /swap|start|discard/i })).toBeNull();
});

test('the columns that differ come first', () => {
  const cells = cellsOf({ key: 'k', live: { a: 1, b: { c: 1 } }, rebuilt: { a: 1, b: { c: 2 }, d: null } });
  expect(cells.map(({ column, live, rebuilt }) => [column, live, rebuilt])).toEqual([
    ['b', '{"c":1}', '{"c":2}'],
    ['d', '–', 'null'],
    ['a', '1', '1'],
  ]);
});
