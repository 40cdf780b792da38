// Sample answers for the screens of rebuilds, verifications and the seal. A task that is started moves on with each poll.
import type { TaskEntry } from '../../src/operator/api/generated/TaskEntry.ts';
import { fail, type MockRequest, type Routes } from '../mockResponse.ts';

const hash = (seed: number) =>
  Array.from({ length: 64 }, (_, index) => '0123456789abcdef'[(seed * 7 + index * index + index) % 16]).join(
    '',
  );
const head = (position: number) => `${position}:${hash(position)}`;

const history = Array.from({ length: 12 }, (_, back) => ({
  day: new Date(Date.UTC(2026, 10, 25 - back)).toISOString().slice(0, 10),
  head: head(20_000 - back * 1_312),
  recorded_at: `${new Date(Date.UTC(2026, 10, 25 - back)).toISOString().slice(0, 10)}T21:${10 + back}:03+01:00`,
  events: back === 3 ? 0 : 1_312 - back * 7,
}));

const lag = (name: string, rush: number) => {
  const events = Array.from({ length: 240 }, (_, index) =>
    index > 120 && index < 170
      ? Math.round(rush * Math.sin(((index - 120) / 50) * Math.PI))
      : index % 40 === 0
        ? 1
        : 0,
  );
  return { name, events, seconds: events.map((count) => count / 8) };
};

export const lagHistory = {
  every: 15,
  at: Array.from({ length: 240 }, (_, index) =>
    new Date(Date.UTC(2026, 10, 25, 9, 0, index * 15)).toISOString().replace('Z', '+00:00'),
  ),
  projections: [lag('club_days', 40), lag('member_rounds', 12), lag('vouchers', 500)],
};

export const sampleTask = (
  id: string,
  kind: 'rebuild' | 'verify',
  more: Partial<TaskEntry> = {},
): TaskEntry => ({
  id,
  kind,
  state: 'waiting',
  wanted: null,
  arguments: { projections: ['club_days'], dry_run: false, heads: [] },
  operator: 'Esra Kaya',
  reason: 'Ticket 2026-114: a wrong number of free places',
  asked_at: '2026-11-25T10:58:12+01:00',
  started_at: '2026-11-25T10:58:13+01:00',
  finished_at: null,
  silent_seconds: 0.4,
  step: '',
  done: 0,
  total: 0,
  rate: null,
  seconds_left: null,
  error: null,
  result: null,
  ...more,
});

export const sampleComparison = {
  position: 20_000,
  continued_after: null,
  stopped: null,
  not_compared: [],
  tables: [
    {
      table: 'club_days',
      live_rows: 412,
      rebuilt_rows: 413,
      differences: 63,
      examples: Array.from({ length: 50 }, (_, index) => ({
        key: `play_date 2026-11-${String(1 + (index % 28)).padStart(2, '0')}, club_id de-wilgenhoek-${index}`,
        live:
          index === 1 ? null : { play_date: '2026-11-28', club_id: `de-wilgenhoek-${index}`, claimed: 45 },
        rebuilt: { play_date: '2026-11-28', club_id: `de-wilgenhoek-${index}`, claimed: 42 },
      })),
    },
    { table: 'vouchers', live_rows: 1_204, rebuilt_rows: 1_204, differences: 0, examples: [] },
  ],
};

export const sampleReport = {
  position: 20_000,
  checked: ['20000 events, positions 1 to 20000', '2310 streams, each with its rules'],
  not_checked: [],
  counted: 22,
  kinds: [
    {
      code: 'row_changed',
      count: 21,
      accepted: false,
      remedy: 'rebuild the projection on the screen Projections',
      findings: [
        {
          code: 'row_changed',
          rule: 'architecture: projections',
          position: null,
          at: 'club_days play_date 2026-11-28, club_id de-wilgenhoek',
          what: 'claimed is 45 and should be 42',
          remedy: '',
          subject: { kind: 'club_day', id: 'de-wilgenhoek/2026-11-28' },
        },
      ],
    },
    {
      code: 'two_rounds_one_day',
      count: 1,
      accepted: false,
      remedy: 'look at the timeline of the subject, and at the seal’s part of this report',
      findings: [
        {
          code: 'two_rounds_one_day',
          rule: 'domain §3.2',
          position: 4_801,
          at: 'Membership 019a0000-0000-7000-8000-000000000001 #12',
          what: 'a second round on 2026-11-28',
          remedy: '',
          subject: { kind: 'member', id: '019a0000-0000-7000-8000-000000000001' },
        },
      ],
    },
  ],
};

export function taskAnswers(): Routes {
  const ended = '2026-11-24T16:20:11+01:00';
  const tasks: TaskEntry[] = [
    sampleTask('r1', 'rebuild', {
      state: 'failed',
      finished_at: ended,
      asked_at: '2026-11-24T16:20:09+01:00',
      error:
        'This process’s database log-in owns no tables, so it can neither make nor swap them: give the process that projects the owner’s log-in (FAIRWAY_OWNER_URL), or rebuild on the machine as the owner.',
    }),
    sampleTask('v1', 'verify', { state: 'done', finished_at: ended, asked_at: ended, result: sampleReport }),
  ];

  const moveOn = (task: TaskEntry) => {
    const end = (state: TaskEntry['state']) =>
      Object.assign(task, { state, wanted: null, finished_at: '2026-11-25T11:04:03+01:00' });
    if (task.wanted === 'cancel') end('cancelled');
    else if (task.wanted === 'swap') {
      end('done');
      task.result = {
        ...sampleComparison,
        swapped: { position: 20_000, old: 'old_20261125_100403', tries: 1 },
      };
    } else if (task.state === 'waiting') Object.assign(task, { state: 'running', step: 'events projected' });
    else if (task.state === 'running' && task.done < 20_000)
      Object.assign(task, { done: task.done + 2_500, total: 20_000, rate: 1_240, seconds_left: 14 });
    else if (task.state === 'running' && task.kind === 'verify')
      Object.assign(end('done'), { result: sampleReport });
    else if (task.state === 'running') Object.assign(task, { state: 'ready', result: sampleComparison });
  };

  const start =
    (kind: 'rebuild' | 'verify') =>
    ({ body }: MockRequest) => {
      const id = `${kind}-${tasks.length}`;
      const { projections = [], dry_run = false, heads = [] } = body as Partial<TaskEntry['arguments']>;
      tasks.unshift(
        sampleTask(id, kind, { arguments: { projections, dry_run, heads }, reason: String(body['reason']) }),
      );
      return { body: { id } };
    };
  const decide =
    (wanted: 'swap' | 'cancel') =>
    ({ body }: MockRequest) => {
      const task = tasks.find(({ id }) => id === body['id']);
      if (task) task.wanted = wanted;
      return { body: {} };
    };

  return {
    'GET /projections/lag': () => ({ body: lagHistory }),
    'GET /tasks': ({ query }) => {
      const found = tasks.filter(({ kind }) => kind === query.get('kind'));
      for (const task of found) if (task.finished_at === null) moveOn(task);
      return { body: { tasks: found.map((task) => ({ ...task, result: null })) } };
    },
    'GET /tasks/task': ({ query }) => {
      const task = tasks.find(({ id }) => id === query.get('id'));
      return task ? { body: task } : fail(404, 'There is no such task.');
    },
    'POST /projections/rebuild': start('rebuild'),
    'POST /projections/swap': decide('swap'),
    'POST /projections/cancel': decide('cancel'),
    'POST /integrity/verify': start('verify'),
    'POST /integrity/cancel': decide('cancel'),
    'GET /seal': () => ({
      body: {
        head: history[0]?.head,
        recorded_at: history[0]?.recorded_at,
        unsealed: 2,
        is_mailed: true,
        history,
      },
    }),
    'GET /seal/check': ({ query }) => {
      const given = query.get('head') ?? '';
      if (history.some((day) => day.head === given))
        return {
          body: { outcome: 'same', sentence: 'The seal has this very head: it was not made anew since.' },
        };
      return /^\d+:[0-9a-f]{64}$/.test(given)
        ? {
            body: {
              outcome: 'different',
              sentence: 'The seal has another hash at that position: history up to there was rewritten.',
            },
          }
        : fail(422, 'A field is not valid.', {
            errors: { head: 'A head is a position, a colon and 64 hexadecimal digits.' },
          });
    },
  };
}
