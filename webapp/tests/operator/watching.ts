// Sample answers for the screens that watch and administer: projections, actions, operators, why, account.
import type { ClubActionEntry } from '../../src/operator/api/generated/ClubActionEntry.ts';
import type { ExplainedRule } from '../../src/operator/api/generated/ExplainedRule.ts';
import type { Mark } from '../../src/operator/api/generated/Mark.ts';
import type { Start } from '../../src/operator/api/generated/Start.ts';
import type { StartPart } from '../../src/operator/api/generated/StartPart.ts';
import type { OperatorEntry } from '../../src/operator/api/generated/OperatorEntry.ts';
import type { WatchedProjection } from '../../src/operator/api/generated/WatchedProjection.ts';
import { fail, type Routes } from '../mockResponse.ts';

const JAN = '019a0000-0000-7000-8000-000000000001';
const SANNE = '019a0000-0000-7000-8000-000000000002';
const SENTENCE = 'Tom heeft al een ronde op deze dag.';

const operators: OperatorEntry[] = [
  {
    id: '1',
    name: 'Esra Kaya',
    email: 'esra@fairway.example',
    roles: ['support', 'auditor', 'admin'],
    status: 'active',
    last_seen_at: '2026-11-25T11:04:03+01:00',
    has_second_factor: true,
  },
  {
    id: '2',
    name: 'Tim Bos',
    email: 'tim.bos@fairway.example',
    roles: ['support', 'content'],
    status: 'disabled',
    last_seen_at: '2026-10-02T16:20:11+02:00',
    has_second_factor: false,
  },
  {
    id: '3',
    name: 'Nina van den Heuvel',
    email: 'nina@fairway.example',
    roles: ['content'],
    status: 'invited',
    last_seen_at: null,
    has_second_factor: false,
  },
];

const projection = (
  name: string,
  lag_events: number,
  more: Partial<WatchedProjection> = {},
): WatchedProjection => ({
  name,
  state: 'running',
  position: 20_000 - lag_events,
  lag_events,
  lag_seconds: lag_events === 0 ? 0 : lag_events / 4,
  last_error: null,
  event: null,
  can_be_rebuilt: name !== 'seal',
  ...more,
});

const projections = {
  head: 20_000,
  projections: [
    projection('club_days', 0),
    projection('member_rounds', 2),
    projection('seal', 1),
    projection('vouchers', 500, {
      state: 'failing',
      last_error: 'The event at position 19501 cannot be read: missing field `holes` at line 1 column 84',
      event: {
        position: 19_501,
        stream: 'booking-019a0000-0000-7000-8000-00000000b00c',
        sequence: 3,
        event: 'PlayerAdded',
        payload: { player: JAN, by: JAN, right: { kind: 'voucher', code: 'FW-AAAA-BBBB' } },
      },
    }),
  ],
};

const actions = Array.from({ length: 60 }, (_, index) => ({
  id: String(60 - index),
  at: `2026-11-25T10:${String(59 - index).padStart(2, '0')}:12+01:00`,
  operator: index % 5 === 0 ? 'Tim Bos' : 'Esra Kaya',
  action: ['member.view', 'timeline.view', 'operator.disable', 'booking.view'][index % 4],
  subject: ['member Jan de Vries', 'timeline of Jan de Vries', 'operator Tim Bos', 'booking FW-7K2M'][
    index % 4
  ],
  member: index % 4 < 2 ? { id: JAN, name: 'Jan de Vries' } : null,
  reason: index % 4 === 2 ? 'Left the company on 1 November' : '',
}));

const clubAction = (id: string, more: Partial<ClubActionEntry>): ClubActionEntry => ({
  id,
  at: '2026-11-25T10:40:00+01:00',
  club: 'de-wilgenhoek',
  club_name: 'De Wilgenhoek',
  user: 'Balie',
  action: 'view',
  subject: 'arrival list arrivals/de-wilgenhoek/2026-11-25',
  member: null,
  reason: '',
  ...more,
});

const clubActions = [
  clubAction('1', { user: 'Ruud Kuiper', action: 'annul arrival', reason: 'verkeerde scan' }),
  clubAction('2', { subject: `member ${JAN}`, member: { id: JAN, name: 'Jan de Vries' } }),
  clubAction('3', {
    user: 'Mia Post',
    action: 'dispute line',
    subject: 'settlement settlement/de-wilgenhoek/2026-10',
    reason: 'achttien holes gespeeld',
  }),
  clubAction('4', { club: 'het-duin', club_name: 'Het Duin', action: 'report course' }),
];

const memberId = (nth: number) => `019a0000-0000-7000-8000-00000000000${nth}`;

/** Searches, as the server records whom they showed. */
const searches = (
  [
    [`by address: member ${JAN}`, { id: JAN, name: 'Jan de Vries' }],
    ['by id: booking 019a0000-0000-7000-8000-0000000000b1', null],
    [`by name: ${[1, 2, 3, 4, 5].map((nth) => `member ${memberId(nth)}`).join(', ')} and 2 more`, null],
  ] as const
).map(([subject, member], index) => ({
  id: `search ${index}`,
  at: `2026-11-25T11:0${3 - index}:12+01:00`,
  operator: 'Esra Kaya',
  action: 'search',
  subject,
  member,
  reason: '',
}));

const finding = (
  rule: string,
  section: string,
  mark: Mark,
  behind: string[],
  player: string | null = null,
): ExplainedRule => ({ rule, section, mark, behind, player });

const part = (code: StartPart['code'], count: number, more: Partial<StartPart> = {}): StartPart => ({
  code,
  count,
  since: null,
  club: null,
  rule: null,
  days: [],
  ...more,
});

const wilgenhoek = { id: 'de-wilgenhoek', name: 'De Wilgenhoek' };

const start: Start = {
  parts: [
    part('mails_failed', 2, { since: '2026-11-25T08:00:00+01:00' }),
    part('mails_bounced', 0),
    part('refusals_peak', 9, {
      since: '2026-11-25T09:10:00+01:00',
      club: wilgenhoek,
      rule: 'club_full',
    }),
    part('days_closed', 14, { days: [{ club: wilgenhoek, date: '2026-11-28' }] }),
    part('verification', 1, { since: '2026-11-24T08:00:00+01:00' }),
    part('operators_without_factor', 1),
  ],
  missing: ['The nodes cannot be shown: the database took too long.'],
};

export const watching: Routes = {
  'GET /sessions': () => ({
    body: {
      sessions: ['Firefox 145 on Linux', 'Chrome 142 on Android', 'Safari 26 on macOS'].map(
        (browser, index) => ({
          id: String(index),
          created_at: '2026-11-25T08:31:00+01:00',
          last_seen_at: '2026-11-25T11:04:03+01:00',
          browser,
          is_current: index === 0,
        }),
      ),
    },
  }),
  'GET /account': () => ({ body: { has_second_factor: true, recovery_codes_left: 7 } }),
  'POST /account/password': () => ({ body: {} }),
  'POST /account/app/begin': () => ({
    body: {
      secret: 'JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP',
      uri: 'otpauth://totp/Fairway:esra@fairway.example?secret=JBSWY3DPEHPK3PXP',
      qr_svg:
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 3"><path d="M0 0h1v1H0zM2 2h1v1H2z"/></svg>',
      enrolment: 'c2VjcmV0',
    },
  }),
  'POST /account/app': () => ({ body: {} }),
  'POST /account/recovery-codes': () => ({
    body: { codes: Array.from({ length: 10 }, (_, at) => `7K2M${at}-9QDRT`) },
  }),
  'POST /sessions/end': () => ({ status: 204 }),
  'GET /start': () => ({ body: start }),
  'GET /session/acts': () => ({
    body: {
      acts: [
        {
          id: '018f5d0a-0000-7000-8000-00000000a001',
          at: '2026-11-25T09:50:00+01:00',
          action: 'grant voucher',
          subject: 'Sanne de Vries',
          reason: '4711: frost',
          member: { id: SANNE, name: 'Sanne de Vries' },
        },
      ],
    },
  }),
  'GET /operators': () => ({ body: { operators } }),
  'POST /operators/add': () => ({
    body: { link: 'https://fairway.example/operator/setup#b3JkZXIgb2YgYSBuZXcgb3BlcmF0b3IgZm9yIDI0IGhvdXJz' },
  }),
  'POST /operators/roles': () => ({ body: {} }),
  'POST /operators/disable': () => ({ body: {} }),
  'POST /operators/enable': () => ({ body: {} }),
  'POST /operators/reset': () => ({ body: { link: 'https://fairway.example/operator/setup#bmV3' } }),
  'GET /projections': () => ({ body: projections }),
  'GET /actions': ({ query }) => {
    const start = Number(query.get('before') ?? 0);
    const found = [...searches, ...actions].filter(
      ({ operator, subject }) =>
        operator.toLowerCase().includes((query.get('operator') ?? '').toLowerCase()) &&
        (subject ?? '').toLowerCase().includes((query.get('subject') ?? '').toLowerCase()),
    );
    const next = start + 20 < found.length ? String(start + 20) : null;
    return { body: { actions: found.slice(start, start + 20), next } };
  },
  'GET /club-actions': ({ query }) => ({
    body: {
      actions: clubActions.filter(
        ({ club, action }) =>
          club === (query.get('club') ?? club) &&
          action === (query.get('act') ?? action) &&
          (action !== 'view' || query.get('acts_only') === null),
      ),
      next: null,
      acts: ['annul arrival', 'dispute line', 'report course', 'view'],
      clubs: [wilgenhoek, { id: 'het-duin', name: 'Het Duin' }],
    },
  }),
  'POST /explain': ({ body }) => {
    const refused = (body['with'] as string[]).length > 0;
    return {
      body: {
        question: `Can Jan de Vries book ${String(body['holes'] ?? 18)} holes at De Wilgenhoek on Saturday 28 November 2026${refused ? ' with Tom Mulder' : ''}?`,
        at: '2026-11-25T11:04:03+01:00',
        caveats: ['The club’s settings and the profile are today’s: the journal does not keep earlier ones.'],
        findings: [
          finding('profile', '§3', 'pass', ['complete']),
          finding('booking window', '§3.1', 'pass', [
            '28 November is 3 days from today',
            'open from 1 to 14 days ahead',
          ]),
          finding('club open', '§3.2', 'pass', ['open on Saturdays', 'holes offered: 9, 18']),
          finding('one round a day', '§3.4', 'pass', ['no other round on 28 November'], 'Jan de Vries'),
          ...(refused
            ? [
                finding(
                  'one round a day',
                  '§3.4',
                  'refuses',
                  ['plays FW-7K2M at Het Duin on 28 November', 'booked at position 4799'],
                  'Tom Mulder',
                ),
                finding(
                  'a right to play',
                  '§3.5',
                  'refuses_too',
                  ['4 of 4 rounds of this month used', 'no voucher'],
                  'Tom Mulder',
                ),
              ]
            : []),
          finding('free places', '§3.6', 'pass', ['42 of 96 places taken']),
        ],
        bookable: !refused,
        code: refused ? 'already_plays' : null,
        sentence: refused ? SENTENCE : null,
        rights: refused ? [] : [{ member: JAN, name: 'Jan de Vries', called: 'pass “All week”' }],
        hints: refused ? ['Position 4798 asks as it was before that round was booked.'] : [],
      },
    };
  },
  'POST /what-if': ({ body }) => {
    const one = (kind: string, change: string, bookable: boolean, changed: object) => ({
      kind,
      change,
      bookable,
      request: { ...body, ...changed },
      sentence: bookable ? null : SENTENCE,
    });
    return {
      body: {
        alternatives: [
          one('holes', 'with 9 holes', false, { holes: 9 }),
          one('player', 'without Tom Mulder', true, { with: [] }),
          one('day', 'on Friday 27 November 2026', false, { date: '2026-11-27' }),
          one('day', 'on Sunday 29 November 2026', true, { date: '2026-11-29' }),
          one('club', 'at Het Duin', false, { club: 'het-duin' }),
        ],
      },
    };
  },
  'POST /setup/begin': ({ body }) =>
    body['token'] === 'old'
      ? fail(404, 'This link has expired or was used.')
      : {
          body: {
            name: 'Nina van den Heuvel',
            email: 'nina@fairway.example',
            secret: 'JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP',
            uri: 'otpauth://totp/Fairway:nina@fairway.example?secret=JBSWY3DPEHPK3PXP',
            qr_svg:
              '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h3v3H0zM6 0h3v3H6zM0 6h3v3H0zM4 4h1v1H4zM6 5h2v1H6zM5 7h1v2H5z"/></svg>',
            enrolment: 'c2VjcmV0',
          },
        },
  'POST /setup': () => ({ status: 204 }),
};
