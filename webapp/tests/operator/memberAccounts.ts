// A fake of the server's side of the screen of one member: it changes as the acts say.
import type { ForfeitedView } from '../../src/operator/api/generated/ForfeitedView.ts';
import type { MemberView } from '../../src/operator/api/generated/MemberView.ts';
import type { NoteView } from '../../src/operator/api/generated/NoteView.ts';
import { fail, type MockRequest, type MockResponse } from '../mockResponse.ts';
import { forfeiture, ledgerLines, pastRounds } from './memberHistory.ts';
import { BOOKING, JAN, SANNE } from './samples.ts';

const TOM = '0197a3c1-7777-7c42-9d0e-3f2a1b4c5d6e';
export const TODAYS_BOOKING = '0197a3c2-2222-7c42-9d0e-3f2a1b4c5d6e';

const club = { id: 'de-wilgenhoek', name: 'De Wilgenhoek' };
const place = (place_id: string, member_id: string, name: string, is_master: boolean, right: string) => ({
  place_id,
  member_id,
  name,
  is_master,
  right,
});

const voucher = (
  id: string,
  kind: string,
  title: string,
  holes: number,
  expires: string,
  status = 'unused',
  used_on: string | null = null,
) => ({ id, kind, title, holes, expires, status, used_on });

const order = (id: string, what: string, amount_cents: number) => ({
  id,
  what,
  year: 2026,
  status: 'paid',
  amount_cents,
  refunded_cents: 0,
  refund_requested_cents: 0,
  method: 'ideal',
  payment: `tr_${id}`,
  placed_at: '2026-11-20T10:00:00+01:00',
});

export const NUMBER = 'N91W-1PPE';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:151.0) Gecko/20100101 Firefox/151.0';

type Present<Key extends keyof MemberView> = { [key in Key]: NonNullable<MemberView[key]> };

function sampleMember(): MemberView & Present<'addresses' | 'orders' | 'returned' | 'profile'> {
  return {
    grants: {
      voucher_titles: ['Compensatie vorst', 'Compensatie onweer'],
      pass_names: ['Doordeweeks 2027', 'Weekend 2027'],
    },
    member: {
      id: JAN,
      name: 'Jan de Vries',
      email: 'jan.devries@fairway.example',
      telephone: '06 12345678',
      city: 'Ermelo',
      gsn: '',
      member_number: 'A-17',
      address: {
        street: 'Dorpsstraat',
        housenumber: '12a',
        postcode: '3851 AB',
        country: 'NL',
        city: 'Ermelo',
      },
      birthdate: '1980-03-12',
      disabled_at: null,
      passkeys: 2,
      last_login_at: '2026-11-25T08:12:44Z',
    },
    profile: {
      first_name: 'Jan',
      prefix: 'de',
      last_name: 'Vries',
      initials: 'J.',
      street: 'Eikenlaan',
      housenumber: '12',
      postcode: '3811 AB',
      country: 'NL',
      city: 'Ermelo',
      telephone: '+31612345678',
      gsn: '',
      birthdate: '1968-04-17',
    },
    addresses: {
      former: [{ email: 'jan@vroeger.example', left_at: '2026-03-01T09:00:00Z' }],
      waiting: null,
    },
    passes: [
      {
        id: 'pass-1',
        name: 'Doordeweeks 2026',
        startdate: '2026-01-01',
        enddate: '2026-12-31',
        max: 40,
        per_month: 4,
        max_holes: 18,
        used: 23,
        used_this_month: 3,
        amount_cents: 49_500,
      },
    ],
    vouchers: [
      voucher('voucher-1', 'bonus', 'Compensatie vorst', 18, '2026-12-31', 'unused', null),
      voucher('voucher-2', 'free', 'Vrije greenfee', 9, '2026-12-31', 'used', '2026-10-04'),
      voucher('voucher-3', 'bonus', 'Welkom', 9, '2026-06-30', 'expired', null),
    ],
    vouchers_total: 23,
    ledger_months: [
      {
        pass: 'pass-1',
        this: { month: '2026-11', used: 3, limit: 4 },
        next: { month: '2026-12', used: 1, limit: 4 },
      },
    ],
    orders: [
      order('order-1', '2 vouchers for 9 holes', 2500),
      order('order-2', 'the federation registration of 2026, package homecourse', 1995),
    ],
    past_rounds: pastRounds(),
    returned: [],
    rounds: [
      {
        booking_id: TODAYS_BOOKING,
        club: { id: 'het-duin', name: 'Het Duin' },
        play_date: '2026-11-25',
        holes: 9,
        is_today: true,
        leads: true,
        players: [place('place-9', JAN, 'Jan de Vries', true, 'voucher')],
      },
      {
        booking_id: BOOKING,
        number: NUMBER,
        club,
        play_date: '2026-11-28',
        holes: 18,
        is_today: false,
        leads: true,
        players: [
          place('place-1', JAN, 'Jan de Vries', true, 'pass'),
          place('place-2', SANNE, 'Sanne de Vries', false, 'voucher'),
          place('place-3', TOM, 'Tom Mulder', false, 'pass'),
        ],
      },
    ],
    forfeited: [
      {
        booking_id: '0197a3c2-3333-7c42-9d0e-3f2a1b4c5d6e',
        place_id: 'place-5',
        club,
        play_date: '2026-11-14',
        holes: 18,
        right: 'voucher',
        title: 'Compensatie onweer',
        forfeited_at: '2026-11-14T07:31:00Z',
        position: 1039,
        forfeited: forfeiture,
        note: 'The voucher expired on 2026-11-20: it comes back expired.',
      },
    ],
    sessions: [
      {
        id: 'session-1',
        created_at: '2026-11-25T08:12:44Z',
        expires_at: '2026-12-25T08:12:44Z',
        browser: FIREFOX,
        last_seen_at: '2026-11-25T09:00:00Z',
        is_impersonation: false,
      },
      {
        id: 'session-2',
        created_at: '2026-11-24T19:03:10Z',
        expires_at: '2026-12-24T19:03:10Z',
        is_impersonation: false,
      },
      {
        id: 'session-3',
        created_at: '2026-11-25T09:40:00Z',
        expires_at: '2026-11-25T10:40:00Z',
        is_impersonation: true,
      },
    ],
  };
}

/** Answers what is below `/members` and `/bookings`; undefined for any other call. */
export function createMemberAccounts(wasErased = false) {
  const state = sampleMember();
  let notes: NoteView[] = [
    {
      id: 'note-1',
      at: '2026-11-20T10:00:00+01:00',
      by: 'Sam Bos',
      text: 'Belde twee keer.\nWil een voucher.',
    },
  ];
  let isErased = wasErased;
  const granted = new Set<unknown>();

  const acts: Record<string, (body: Record<string, unknown>) => MockResponse> = {
    email: ({ email }) => {
      if (email === 'sanne@fairway.example') return fail(409, 'Another member has this address.');
      state.addresses.waiting = { email: String(email), expires_at: '2026-11-25T10:00:00Z' };
      return { body: {} };
    },
    profile: (body) => {
      const { reason: _, seen, ...fields } = body;
      if (fields['first_name'] === '')
        return fail(422, 'Not all is right.', { errors: { first_name: 'Enter the first name.' } });
      const { member, profile } = state;
      const present: Record<string, unknown> = profile;
      const meanwhile = Object.entries(seen as object).find(([name, value]) => present[name] !== value);
      if (meanwhile)
        return fail(409, 'It was changed.', { errors: { [meanwhile[0]]: 'It was changed meanwhile.' } });
      const changed = Object.keys(fields).filter((name) => present[name] !== fields[name]);
      Object.assign(profile, fields);
      member.name = [profile.first_name, profile.prefix, profile.last_name].filter(Boolean).join(' ');
      member.city = profile.city;
      return { body: { changed } };
    },
    vouchers: ({ holes, title, expires, count, request }) => {
      const ids = Array.from({ length: Number(count) }, (_, index) => `new-${state.vouchers.length + index}`);
      if (!granted.has(request)) {
        for (const id of ids) {
          const voucher = { id, kind: 'bonus', status: 'unused', used_on: null };
          state.vouchers.unshift({ ...voucher, title, holes, expires } as never);
        }
        granted.add(request);
      }
      return { body: { vouchers: ids } };
    },
    passes: (body) => {
      const { request, reason: _, ...pass } = body;
      if (!granted.has(request))
        state.passes.unshift({ id: String(request), used: 0, used_this_month: 0, ...pass } as never);
      granted.add(request);
      return { body: { subscription: request } };
    },
    'vouchers/withdraw': ({ voucher }) => {
      state.vouchers = state.vouchers.filter(({ id }) => id !== voucher);
      return { body: {} };
    },
    'passes/withdraw': ({ subscription }) => {
      state.passes = state.passes.filter(({ id }) => id !== subscription);
      return { body: {} };
    },
    'forfeitures/return': ({ place_id, reason }) => {
      const index = state.forfeited.findIndex((one) => one.place_id === place_id);
      if (index < 0) return fail(409, 'This right is not forfeited any more.');
      const [{ forfeited, note: _, forfeited_at: __, position: ___, ...of }] = state.forfeited.splice(
        index,
        1,
      ) as [ForfeitedView];
      state.returned.unshift({
        ...of,
        forfeited: forfeited ?? null,
        returned: {
          by: 'operator Esra Kaya',
          at: '2026-11-25T11:04:03+01:00',
          position: 1099,
          reason: String(reason),
        },
      });
      return { body: {} };
    },
    disable: ({ cancel_upcoming }) => {
      const rounds = state.rounds.length;
      state.member.disabled_at = '2026-11-25T10:04:03Z';
      state.sessions.length = 0;
      if (cancel_upcoming) state.rounds.length = 0;
      return { body: { rounds } };
    },
    enable: () => {
      state.member.disabled_at = null;
      return { body: {} };
    },
    impersonate: () => ({
      body: { link: 'https://fairway.example/auth/impersonate?id=00123&login=b25jZSwgZm9yIDUgbWludXRlcw' },
    }),
    'sessions/end': ({ session }) => {
      const before = state.sessions.length;
      state.sessions = session === null ? [] : state.sessions.filter(({ id }) => id !== session);
      return { body: { ended: before - state.sessions.length } };
    },
    'passkeys/remove': () => {
      const removed = state.member.passkeys;
      if (removed === 0) return fail(409, 'This member has no passkeys.');
      state.member.passkeys = 0;
      return { body: { removed } };
    },
    erase: ({ rehearse, cancel_upcoming, confirm }) => {
      const refused =
        state.rounds.length > 0 && !cancel_upcoming
          ? `The member still has ${state.rounds.length} rounds to play: cancel these first, or choose to cancel them.`
          : '';
      if (refused && !rehearse) return fail(409, refused);
      if (!rehearse && confirm !== state.member.email)
        return fail(422, 'Not all is right.', {
          errors: { confirm: 'This is not the address of the member.' },
        });
      isErased = !rehearse;
      return {
        body: {
          rehearsed: rehearse,
          refused,
          rows: [
            { table: 'members', count: 1 },
            { table: 'sessions', count: state.sessions.length },
            { table: 'favourite_players', count: 7 },
            { table: 'offers', count: 0 },
          ],
          mails: 12,
          files: 1,
          rounds: state.rounds.map(({ play_date, club, leads, players }) => ({
            play_date,
            club: club.name,
            leads,
            others: players.length - 1,
          })),
        },
      };
    },
  };

  function cancel(booking: string, body: Record<string, unknown>): MockResponse {
    const round = state.rounds.find(({ booking_id }) => booking_id === booking);
    if (!round) return fail(409, 'The round is cancelled already.');
    const places = body['places'] as string[];
    round.players = round.players.filter(({ place_id }) => !places.includes(place_id));
    if (round.players.every(({ member_id }) => member_id !== JAN))
      state.rounds = state.rounds.filter((other) => other !== round);
    return { body: { cancelled: places.length } };
  }

  function booking(id: string): MockResponse {
    const round = state.rounds.find(({ booking_id }) => booking_id === id);
    if (!round) return fail(404, `Nothing is known of reservation ${id} yet.`);
    const { leads: _, number = NUMBER, ...of } = round;
    const cancelled = {
      place_id: 'place-4',
      member_id: TOM,
      name: 'Tom Mulder',
      right: 'pass',
      cancelled_at: '2026-11-21T10:00:00+01:00',
      is_forfeited: true,
      club_notice: null,
    };
    return {
      body: {
        ...of,
        number,
        booked_at: '2026-11-20T10:00:00+01:00',
        start_time: '09:20',
        start_time_by: 'Jan de Vries',
        may_cancel: true,
        cancelled: [cancelled],
      },
    };
  }

  function note(act: string | undefined, body: Record<string, unknown>): MockResponse {
    if (act === 'remove') {
      notes = notes.filter(({ id }) => id !== body['id']);
      return { body: {} };
    }
    const added = { id: `note-${notes.length + 1}`, at: '2026-11-25T11:04:03+01:00', by: 'Esra Kaya' };
    notes.unshift({ ...added, text: String(body['text']) });
    return { body: notes[0] };
  }

  function refund(id: string): MockResponse {
    const found = state.orders.find((one) => one.id === id);
    if (!found) return fail(404, `Nothing is known under ${id}: there is no such order.`);
    found.refund_requested_cents = found.amount_cents;
    return { body: {} };
  }

  return (method: string, path: string, { body, query }: MockRequest): MockResponse | undefined => {
    const [, kind, id = '', ...rest] = path.split('/');
    if (kind === 'bookings' && method === 'POST' && rest.join('/') === 'cancel') return cancel(id, body);
    if (kind === 'bookings' && method === 'GET' && rest.length === 0) return booking(id);
    if (kind === 'orders' && method === 'POST' && rest.join('/') === 'refund') return refund(id);
    if (kind !== 'members') return undefined;
    if (id !== JAN) return fail(404, `nothing is known under ${id}`);
    if (isErased) return fail(404, 'This member was erased on 25 November 2026.');
    if (method === 'GET' && rest.length === 0) return { body: state };
    if (rest[0] === 'notes') return method === 'GET' ? { body: { notes } } : note(rest[1], body);
    if (method === 'GET' && rest.join('/') === 'ledger')
      return query.get('pass') === 'pass-1'
        ? { body: { lines: ledgerLines(), next: null } }
        : fail(404, 'This member has no such pass.');
    return method === 'POST' ? acts[rest.join('/')]?.(body) : undefined;
  };
}
