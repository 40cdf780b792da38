// A fake of the server's side of the operators' screens: one member with as many events as a test wants.
import type { LinkedEvent } from '../../src/operator/api/generated/LinkedEvent.ts';
import type { Role } from '../../src/operator/api/generated/Role.ts';
import { fail, type MockRequest, type MockResponse, type Routes } from '../mockResponse.ts';
import { createClubDays } from './clubDays.ts';
import { createMemberAccounts } from './memberAccounts.ts';
import { content } from './content.ts';
import { createPasskeys } from './passkeys.ts';
import { BOOKING, JAN, sampleEvent, SANNE } from './samples.ts';
import { service } from './service.ts';
import { createStatements } from './statements.ts';
import { taskAnswers } from './tasks.ts';
import { watching } from './watching.ts';

export interface OfficeOptions {
  readonly roles?: readonly Role[];
  readonly events?: number;
  readonly isLoggedIn?: boolean;
  readonly isErased?: boolean;
}

const FOUND = [
  { kind: 'member', id: JAN, title: 'Jan de Vries', detail: 'jan.devries@fairway.example' },
  { kind: 'member', id: SANNE, title: 'Sanne de Vries', detail: 'sanne.devries@fairway.example' },
  { kind: 'booking', id: BOOKING, title: 'FW-7K2M', detail: '18 holes at De Wilgenhoek, 28 November 2026' },
  {
    kind: 'club_day',
    id: 'de-wilgenhoek/2026-11-28',
    title: 'De Wilgenhoek, 28 November 2026',
    detail: '42 of 96 places taken',
  },
];

function search({ query }: MockRequest): MockResponse {
  const q = (query.get('q') ?? '').toLowerCase();
  const position = /^#?(\d{4,6})$/.exec(q)?.[1];
  if (position) return { body: { results: [], position: Number(position), message: null, exact: true } };
  const results = FOUND.filter(({ id, title, detail }) =>
    `${id} ${title} ${detail}`.toLowerCase().includes(q),
  );
  const message =
    results.length === 0 ? 'Nothing was found. Enter an e-mail address, a name or a code.' : null;
  const exact = results.length === 1 && (q.includes('@') || q.includes('/') || results[0]?.id === q);
  return { body: { results, position: null, message, exact } };
}

export function createOffice(options: OfficeOptions = {}) {
  const { roles = ['support', 'auditor', 'admin'], events = 23, isErased = false } = options;
  let isLoggedIn = options.isLoggedIn ?? true;
  const history: LinkedEvent[] = Array.from({ length: events }, (_, index) => sampleEvent(index + 1));
  const requests: string[] = [];
  const memberAccounts = createMemberAccounts(isErased);
  const clubDays = createClubDays();
  const statements = createStatements();

  const session = () => ({
    name: 'Esra Kaya',
    email: 'esra@fairway.example',
    roles,
    csrf_token: 'csrf-1',
    has_second_factor: true,
    expires_at: '2026-11-25T19:04:03+01:00',
    idle_minutes: 30,
    environment: 'development',
    portal_url: 'https://golf.example',
  });

  /** How many events there were at the moment that the parameters name; a text when it cannot be read. */
  function sequenceAt(at: string | null, sequence: string | null): number | string {
    if (sequence) return Number(sequence);
    if (!at) return history.length;
    if (/^#?\d+$/.test(at))
      return history.filter(({ position }) => position <= Number(at.replace('#', ''))).length;
    if (!/^\d{4}-\d\d-\d\d/.test(at)) return 'write `2026-11-25 09:00`, RFC 3339 or a position';
    const text = at.replace(' ', 'T');
    return history.filter((event) => event.at.slice(0, text.length) <= text).length;
  }

  const moment = (sequence: number) => {
    const event = history[sequence - 1];
    return {
      instant: event?.at ?? '2026-11-01T00:00:00+01:00',
      position: event?.position ?? null,
      sequence,
      of: history.length,
    };
  };

  const factsAt = (sequence: number) => [
    { section: 'Member', label: 'Name', value: isErased ? 'erased' : 'Jan de Vries' },
    {
      section: 'Member',
      label: 'E-mail address',
      value: isErased ? 'erased' : 'jan.devries@fairway.example',
    },
    { section: 'Member', label: 'Member since', value: '1 March 2024' },
    { section: 'Rights', label: 'Subscription', value: sequence > 10 ? 'All week' : 'Weekdays' },
    { section: 'Rights', label: 'Rounds booked', value: String(Math.ceil(sequence / 6)) },
    { section: 'Rights', label: 'Vouchers', value: `${Math.floor(sequence / 5)} of € 25.00` },
  ];

  function subject({ query }: MockRequest): MockResponse {
    const [kind, id] = [query.get('kind'), query.get('id') ?? ''];
    const found = FOUND.find((other) => other.kind === kind && other.id === id);
    if (!found) return fail(404, `Nothing is known of the ${kind} ${id}.`);
    const sequence = sequenceAt(query.get('at'), query.get('sequence'));
    if (typeof sequence === 'string') return fail(422, sequence);
    if (sequence > history.length)
      return fail(
        404,
        `${id} has no event number ${sequence}: it has ${history.length}, numbered 1 to ${history.length}`,
      );
    if (sequence === 0) return fail(404, 'Nothing was known at that moment.');
    const [compareAt, compareSequence] = [query.get('compare_at'), query.get('compare_sequence')];
    const other = compareAt || compareSequence ? sequenceAt(compareAt, compareSequence) : null;
    if (typeof other === 'string') return fail(422, other, { errors: { compare_at: other } });
    const [before, after] = [
      factsAt(Math.min(sequence, other ?? 0)),
      factsAt(Math.max(sequence, other ?? 0)),
    ];
    return {
      body: {
        kind,
        id,
        name: isErased ? null : found.title,
        title: isErased
          ? ['Erased member']
          : [found.kind === 'member' ? `${found.title} <${found.detail}>  ${id}` : found.title],
        is_erased: isErased,
        at: moment(sequence),
        compare: other === null ? null : moment(other),
        facts: factsAt(sequence),
        state: { subscription: sequence > 10 ? 'all_week' : 'weekdays', rounds: sequence },
        changes:
          other === null
            ? null
            : after.flatMap(({ section, label, value }, index) =>
                before[index]?.value === value
                  ? []
                  : [{ section, label, before: before[index]?.value ?? null, after: value }],
              ),
        related: [
          { kind: 'booking', id: BOOKING, title: 'FW-7K2M' },
          { kind: 'club_day', id: 'de-wilgenhoek/2026-11-28', title: 'De Wilgenhoek, 28 November 2026' },
        ].filter((link) => link.id !== id),
      },
    };
  }

  const acts: { readonly micros: number; readonly entry: object }[] = [];

  function timeline({ query }: MockRequest): MockResponse {
    const [before, after] = [Number(query.get('before') ?? Infinity), Number(query.get('after') ?? 0)];
    const names = query.get('events')?.split(',');
    const actor = query.get('actor');
    const [category, text] = [query.get('category'), (query.get('text') ?? '').toLowerCase()];
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? '9999'];
    const matching = history.filter(
      (event) =>
        event.position < before &&
        event.position > after &&
        (!names || names.includes(event.event)) &&
        (!actor || event.actor.kind === actor) &&
        (!category || event.category === category) &&
        event.what.toLowerCase().includes(text) &&
        event.at >= from &&
        event.at.slice(0, to.length) <= to,
    );
    const page = matching.toReversed().slice(0, Number(query.get('limit') ?? 100));
    const act = {
      at: '2026-11-01T09:20:00+01:00',
      act: 'member.export',
      operator: 'Esra Kaya',
      what: 'The data of Jan de Vries was exported',
      reason: 'Request of the member',
    };
    const isFirst = !query.has('after') && page.length === matching.length;
    // As the server does, those of shortly before are repeated.
    const news = query.has('acts_after')
      ? acts.filter(({ micros }) => micros > Number(query.get('acts_after')) - 30_000_000)
      : [];
    const stored =
      isFirst && page.length > 3 && !names && !actor && !category && !text
        ? page.toSpliced(-3, 0, act as never)
        : page;
    return {
      body: {
        entries: [...news.map(({ entry }) => entry), ...stored],
        next: page.length < matching.length ? (page.at(-1)?.position ?? null) : null,
        newest: history.at(-1)?.position ?? 0,
        newest_act: acts.at(-1)?.micros ?? Date.parse(act.at) * 1000,
        event_names: [...new Set(history.map(({ event }) => event))].toSorted(),
        categories: ['bookings', 'rights', 'payments', 'account', 'operator'],
        searched: text ? matching.length : 0,
      },
    };
  }

  const logIn = () => {
    isLoggedIn = true;
    return { body: session() };
  };

  const answers: Routes = {
    ...watching,
    ...service,
    ...taskAnswers(),
    ...content,
    ...createPasskeys(),
    'GET /session': () => (isLoggedIn ? { body: session() } : fail(401, 'Log in.')),
    'POST /login': logIn,
    'POST /login/passkey/finish': logIn,
    'POST /logout': () => {
      isLoggedIn = false;
      return { status: 204 };
    },
    'GET /search': search,
    'GET /subject': subject,
    'GET /timeline': timeline,
    'GET /event': ({ query }) => {
      const event = history.find(({ position }) => String(position) === query.get('position'));
      return event ? { body: event } : fail(404, `There is no event #${query.get('position')}.`);
    },
    'GET /clubs': () => ({
      body: {
        clubs: [
          {
            id: 'de-wilgenhoek',
            name: 'De Wilgenhoek',
            city: 'Amersfoort',
            holes: [9, 18],
            closed_today: null,
          },
        ],
      },
    }),
  };

  return {
    requests,
    clubDays,
    statements,
    endSession: () => (isLoggedIn = false),
    /** An operator's act at this moment, which is no event. */
    act: (what: string) => {
      const at = new Date(Date.parse('2026-11-25T10:04:05Z') + acts.length * 1000);
      const entry = { at: at.toISOString(), act: 'disable', operator: 'Sam Bos', what, reason: 'ticket 7' };
      acts.push({ micros: at.getTime() * 1000, entry });
    },
    /** One more event, as when the member does something now. */
    record: () => history.push(sampleEvent(history.length + 1)),
    respond(method: string, url: URL, body: Record<string, unknown>): MockResponse {
      const path = url.pathname.replace(/^\/operator\/api/, '');
      requests.push(`${method} ${path}${decodeURIComponent(url.search)}`);
      if (!isLoggedIn && !/^\/(session|login|setup)/.test(path)) return fail(401, 'Your session has ended.');
      const request = { query: url.searchParams, body, id: '' };
      return (
        answers[`${method} ${path}`]?.(request) ??
        memberAccounts(method, path, request) ??
        statements.respond(method, path, request) ??
        clubDays.respond(method, path, request) ??
        fail(404, 'No such address.')
      );
    },
  };
}

export type Office = ReturnType<typeof createOffice>;
