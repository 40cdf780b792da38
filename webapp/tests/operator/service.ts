// Sample answers for the screens about the service: refused attempts, mails, what runs, figures.
import type { FiguresAnswer } from '../../src/operator/api/generated/FiguresAnswer.ts';
import type { MailEntry } from '../../src/operator/api/generated/MailEntry.ts';
import type { NodeEntry } from '../../src/operator/api/generated/NodeEntry.ts';
import type { RefusalEntry } from '../../src/operator/api/generated/RefusalEntry.ts';
import type { Runs } from '../../src/operator/api/generated/Runs.ts';
import { fail, type Routes } from '../mockResponse.ts';
import { BOOKING, JAN, SANNE } from './samples.ts';

const jan = { id: JAN, name: 'Jan de Vries' };
const sanne = { id: SANNE, name: 'Sanne de Vries' };
const wilgenhoek = { id: 'de-wilgenhoek', name: 'De Wilgenhoek' };

const refusal = (
  nth: number,
  rule: string,
  sentence: string,
  more: Partial<RefusalEntry> = {},
): RefusalEntry => ({
  id: `019a0000-0000-7000-8000-${String(nth).padStart(12, '0')}`,
  at: `2026-11-25T10:${String(59 - nth).padStart(2, '0')}:12.345678+01:00`,
  member: jan,
  command: 'BookRound',
  rule,
  sentence,
  about: null,
  club: wilgenhoek,
  date: '2026-11-28',
  holes: 18,
  players: [jan, sanne],
  booking: null,
  request_id: '019a0000-0000-7000-8000-00000000abcd',
  by_operator: false,
  why: {
    member: JAN,
    date: '2026-11-28',
    club: 'de-wilgenhoek',
    holes: 18,
    with: [SANNE],
    at: `2026-11-25T10:${String(59 - nth).padStart(2, '0')}:12.345678+01:00`,
  },
  ...more,
});

const refusals = [
  refusal(1, 'player_already_plays', 'Heeft op deze datum al een reservering', { about: sanne }),
  refusal(2, 'club_few_places', 'Er is op deze datum nog maar 1 plaats vrij'),
  refusal(3, 'too_late_to_cancel', 'De speeldatum is voorbij: annuleren kan niet meer.', {
    command: 'CancelPlace',
    players: [],
    booking: BOOKING,
    why: null,
    by_operator: true,
  }),
  refusal(4, 'voucher_maximum', 'Je hebt dit jaar het maximale aantal vrije vouchers gekocht.', {
    command: 'PlaceOrder',
    club: null,
    date: null,
    holes: null,
    players: [],
    why: null,
  }),
];

const mail = (nth: number, more: Partial<MailEntry>): MailEntry => ({
  id: `019a0000-0000-7000-8000-${String(100 + nth).padStart(12, '0')}`,
  kind: 'round',
  subject: null,
  member: jan,
  address: 'jan.devries@fairway.example',
  state: 'waiting',
  queued_at: '2026-11-25T10:02:03+01:00',
  next_attempt_at: '2026-11-25T11:12:00+01:00',
  settled_at: null,
  attempts: 4,
  last_error: 'the mail server did not take it: Connection error: connection refused',
  position: 4812,
  booking: BOOKING,
  play_date: '2026-11-28',
  bounced_address: null,
  sent_again: 0,
  may_send_again: true,
  ...more,
});

const settled = { next_attempt_at: null, settled_at: '2026-11-25T10:30:00+01:00' };
const mails: Record<string, MailEntry[]> = {
  waiting: [
    mail(1, {}),
    mail(2, {
      member: sanne,
      address: 'sanne.devries@fairway.example',
      kind: 'password_link',
      subject: 'Kies een nieuw wachtwoord',
      next_attempt_at: '2026-11-25T11:14:00+01:00',
      attempts: 0,
      last_error: null,
      position: null,
      booking: null,
      play_date: null,
    }),
  ],
  failed: [
    mail(3, {
      ...settled,
      state: 'failed',
      attempts: 1,
      last_error:
        'the mail server did not take it: permanent error (550): 5.1.1 <jan@oud.example>: user unknown',
      bounced_address: 'jan@oud.example',
      sent_again: 1,
    }),
    mail(4, {
      ...settled,
      state: 'failed',
      kind: 'password_link',
      attempts: 15,
      position: null,
      booking: null,
      play_date: null,
      may_send_again: false,
    }),
  ],
  bounced: [],
  sent: [mail(5, { ...settled, state: 'sent', attempts: 1, last_error: null })],
};

const node = (nth: number, more: Partial<NodeEntry> = {}): NodeEntry => ({
  id: `019a000${nth}-0000-7000-8000-000000000001`,
  role: 'serve',
  version: '1.4.0',
  seen_at: '2026-11-25T11:04:03+01:00',
  is_silent: false,
  is_this_one: nth === 1,
  status: {
    started_at: '2026-11-25T06:00:00Z',
    writer: {
      is_running: true,
      queue_depth: nth === 1 ? 3 : 0,
      oldest_waiting_ms: nth === 1 ? 12 : null,
      batches: 1204,
      commands: 3310,
      events: 9021,
      mean_commit_ms: 2.4,
      accepted: 3310,
      rejected: 212,
      without_outcome: nth === 2 ? 1 : 0,
      failures: 0,
      decided_again: 4,
      panics: 0,
      held_back: [],
    },
    provider: {
      state: nth === 2 ? 'open' : 'closed',
      answered_at: '2026-11-25T10:03:00Z',
      failed_at: nth === 2 ? '2026-11-25T10:03:40Z' : null,
      failure: nth === 2 ? 'the payment provider answers 503 Service Unavailable' : null,
      failures: nth === 2 ? 6 : 0,
    },
    mail: { taken_at: '2026-11-25T10:02:00Z', failed_at: null, failure: null },
    tasks: [
      { name: 'projector', restarts: nth === 2 ? 2 : 0 },
      { name: 'sender', restarts: 0 },
    ],
    refusals_dropped: 0,
  },
  ...more,
});

const runs: Runs = {
  nodes: [
    node(1),
    node(2),
    node(3, { role: 'project', is_silent: true, seen_at: '2026-11-25T09:40:00+01:00', status: null }),
  ],
  mails: { waiting: 12, retrying: 2, failed: 3, oldest_queued_at: '2026-11-25T10:02:03+01:00' },
  payments: null,
  projections: [
    { name: 'club_days', state: 'running', lag_events: 0 },
    { name: 'vouchers', state: 'stopped', lag_events: 500 },
  ],
  missing: ['The open payments cannot be shown: the database took too long.'],
};

const MONTHS = Array.from({ length: 12 }, (_, index) => {
  const date = new Date(Date.UTC(2025, 11 + index, 1));
  return date.toISOString().slice(0, 7);
});

const figures: FiguresAnswer = {
  period: { from: '2025-12', to: '2026-11' },
  today: '2026-11-25',
  published: false,
  freshness: { position: 20_000, as_of: '2026-11-25T11:04:03+01:00', behind: 2 },
  key_figures: {
    rounds: 12_345,
    places: 31_207,
    clubs: 24,
    players_a_round: 2.53,
    rights_used: 0.612,
    occupancy: 0.41,
    median_days_ahead: 6,
    cancelled: 0.181,
    forfeited: null,
  },
  parts: [
    {
      name: 'rounds',
      title: 'Rounds a month',
      note: 'By month of play. A round counts while at least one player is in it.',
      narrowed_by: ['period', 'club'],
      columns: [
        { title: 'Month', kind: 'text' },
        { title: 'Rounds', kind: 'count' },
        { title: 'Places', kind: 'count' },
        { title: 'De Wilgenhoek', kind: 'count' },
        { title: 'Het Duin', kind: 'count' },
        { title: '22 other clubs', kind: 'count' },
      ],
      rows: MONTHS.map((month, index) => {
        const clubs = [120 + index * 9, 80 + ((index * 37) % 60), 500 + ((index * 71) % 300)];
        const rounds = clubs.reduce((sum, one) => sum + one, 0);
        return [month, rounds, Math.round(rounds * 2.5), ...clubs];
      }),
      chart: { kind: 'columns', series: [3, 4, 5], limit: null },
    },
    {
      name: 'groups',
      title: 'Players a round',
      note: '',
      narrowed_by: ['period', 'club'],
      columns: [
        { title: 'Group', kind: 'text' },
        { title: 'Rounds', kind: 'count' },
        { title: 'Share', kind: 'share' },
      ],
      rows: [
        ['alone', 2100, 0.17],
        ['2 players', 4400, 0.356],
        ['3 players', 2500, 0.203],
        ['4 players', 3345, 0.271],
      ],
      chart: { kind: 'columns', series: [1], limit: null },
    },
    {
      name: 'rights',
      title: 'Monthly rights used',
      note: 'Before the first recorded round nothing is known.',
      narrowed_by: ['period', 'pass'],
      columns: [
        { title: 'Month', kind: 'text' },
        { title: 'Rights', kind: 'count' },
        { title: 'Used', kind: 'count' },
        { title: 'Share used', kind: 'share' },
      ],
      rows: [
        ['2025-12', null, null, null],
        ['2026-01', 2100, 850, 0.405],
        ['2026-02', 2100, 0, 0],
      ],
      chart: { kind: 'columns', series: [3], limit: null },
    },
    {
      name: 'passes',
      title: 'Passes over their term',
      note: 'Used of all rounds of the term, whatever the period.',
      narrowed_by: ['pass'],
      columns: [
        { title: 'Pass', kind: 'text' },
        { title: 'State', kind: 'text' },
        { title: 'Passes', kind: 'count' },
        { title: 'Rounds allowed', kind: 'count' },
        { title: 'Used', kind: 'count' },
        { title: 'Share used', kind: 'share' },
        { title: 'With and without limit', kind: 'count' },
      ],
      rows: [
        ['All week 18 holes', 'running', 410, 16_400, 9800, 0.598, 9800],
        ['Weekdays 9 holes', 'running', 120, 2400, 600, 0.25, 600],
        ['All week 18 holes', 'ended', 380, 15_200, 11_000, 0.724, 11_000],
        ['other', 'ended', 3, null, null, null, 61],
      ],
      chart: { kind: 'bars', series: [5], limit: null },
    },
  ],
  clubs: [
    { id: 'de-wilgenhoek', name: 'De Wilgenhoek' },
    { id: 'het-duin', name: 'Het Duin' },
  ],
  passes: ['All week 18 holes', 'Weekdays 9 holes', 'other'],
};

export const service: Routes = {
  'GET /refusals': ({ query }) => ({
    body: { refusals: refusals.filter(({ rule }) => [null, rule].includes(query.get('rule'))), next: null },
  }),
  'GET /refusals/rules': () => ({
    body: {
      rules: refusals.map(({ rule }, index) => ({ rule, day: index, week: 10 - index, quarter: 90 - index })),
    },
  }),
  'GET /mails': ({ query }) => ({
    body: {
      counts: { waiting: 12, retrying: 2, failed: 3, oldest_queued_at: '2026-11-25T10:02:03+01:00' },
      mails: mails[query.get('list') ?? 'waiting'] ?? [],
      next: null,
    },
  }),
  'GET /mails/preview': () => ({
    body: {
      subject: 'Bevestiging: De Wilgenhoek op za 28 nov',
      html: '<table><tbody><tr><td><h1>Je reservering staat</h1><p>Beste Jan,</p></td></tr></tbody></table>',
    },
  }),
  'POST /mails/send-again': () => ({ status: 204 }),
  'POST /mails/send-again-all': () => ({ body: { sent_again: 1, skipped: 1, more: false } }),
  'GET /runs': () => ({ body: runs }),
  'GET /figures': ({ query }) =>
    (query.get('from') ?? '') > (query.get('to') ?? '9999')
      ? fail(422, 'The period ends before it begins.', {
          errors: { to: 'The period ends before it begins.' },
        })
      : { body: figures },
};
