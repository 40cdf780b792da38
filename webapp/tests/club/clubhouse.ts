// A fake of the server's side of the clubs' screens.
import type { ClubAccount } from '../../src/club/api/generated/ClubAccount.ts';
import type { ClubDevice } from '../../src/club/api/generated/ClubDevice.ts';
import type { ClubOwnSession } from '../../src/club/api/generated/ClubOwnSession.ts';
import type { ClubPasskey } from '../../src/club/api/generated/ClubPasskey.ts';
import type { ClubSystem } from '../../src/club/api/generated/ClubSystem.ts';
import type { ClubSession } from '../../src/club/api/session.ts';
import { answer, fail, routeOf, type MockResponse, type Routes } from '../mockResponse.ts';
import { createClubDays } from './clubDays.ts';
import type { DaysContents } from './daySamples.ts';
import { statementRoutes, type StatementsContents } from './statements.ts';

export interface ClubhouseOptions {
  readonly role?: ClubSession['role'];
  readonly isDevice?: boolean;
  readonly isLoggedIn?: boolean;
  readonly devices?: readonly ClubDevice[];
  /** By date; absent: a lively day and those around it. */
  readonly days?: DaysContents;
  /** By month; absent: three months. */
  readonly statements?: StatementsContents;
  readonly now?: () => number;
}

const QR = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>';
const DONE: MockResponse = { status: 204 };
const inTenMinutes = () => new Date(Date.now() + 600_000).toISOString();

const challenge = (options: object) =>
  answer({ challenge: 'sealed', options: { challenge: 'Y2hhbGxlbmdl', ...options } });

const account = (change: Partial<ClubAccount>): ClubAccount => ({
  id: 'marga',
  name: 'Marga Visser',
  email: 'marga@wilgenhoek.example',
  role: 'manager',
  is_invited: false,
  disabled_at: null,
  last_seen_at: '2026-11-28T09:10:00+01:00',
  ...change,
});

export const device = (change: Partial<ClubDevice>): ClubDevice => ({
  id: 'receptie',
  name: 'Receptie',
  paired_at: '2026-11-20T09:00:00+01:00',
  paired_by: 'Marga Visser',
  last_seen_at: '2026-11-28T09:10:00+01:00',
  last_synced_at: '2026-11-28T09:10:00+01:00',
  waiting_scans: 0,
  is_current: false,
  ...change,
});

const invitation = () =>
  answer({ link: 'https://fairway.example/club/setup#abc', expires_at: '2026-12-05T09:00:00+01:00' });

export function createClubhouse({ role = 'manager', isDevice = false, ...options }: ClubhouseOptions = {}) {
  const { now = Date.now } = options;
  let isLoggedIn = options.isLoggedIn ?? true;
  let kind: ClubSession['kind'] = isDevice ? 'device' : 'account';
  let club = 'de-wilgenhoek';
  const requests: { readonly call: string; readonly body: Record<string, unknown> }[] = [];

  const session = (): ClubSession => ({
    name: kind === 'device' ? 'Receptie' : 'Marga Visser',
    email: kind === 'device' ? null : 'marga@wilgenhoek.example',
    kind,
    role: kind === 'device' ? 'desk' : role,
    club_id: club,
    club_name: 'Golfclub De Wilgenhoek',
    csrf_token: 'csrf-1',
    has_second_factor: kind === 'account',
    expires_at: '2026-12-29T09:00:00+01:00',
    server_time: new Date(now()).toISOString(),
    environment: 'development',
  });

  let accounts: readonly ClubAccount[] = [
    account({}),
    account({ id: 'ties', name: 'Ties Bakker', email: 'ties@wilgenhoek.example', role: 'desk' }),
  ];

  let devices = options.devices ?? [
    device({}),
    device({ id: 'terras', name: 'Tablet terras', waiting_scans: 3 }),
  ];
  let systems: readonly ClubSystem[] = [
    {
      id: 'kassa',
      name: 'Kassa',
      scopes: ['arrivals.read', 'arrivals.write'],
      created_by: 'Marga Visser',
      created_at: '2026-11-20T09:00:00+01:00',
      expires_at: null,
      previous_until: null,
      last_used_at: '2026-11-28T09:10:00+01:00',
    },
  ];
  let paired = '';

  let sessions: readonly ClubOwnSession[] = [
    {
      id: 'here',
      created_at: '2026-11-28T09:00:00+01:00',
      last_seen_at: '2026-11-28T09:10:00+01:00',
      browser: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      is_current: true,
    },
    {
      id: 'phone',
      created_at: '2026-11-21T09:00:00+01:00',
      last_seen_at: '2026-11-27T19:10:00+01:00',
      browser:
        'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Mobile Safari/537.36',
      is_current: false,
    },
  ];
  let passkeys: readonly ClubPasskey[] = [
    { id: 'p1', name: 'Chrome op Android', created_at: '2026-11-21T09:00:00+01:00', last_used_at: null },
  ];

  const change = (id: unknown, changed: Partial<ClubAccount>): MockResponse => {
    if (accounts.every((one) => one.id !== id)) return fail(404, 'Dit account bestaat niet meer.');
    accounts = accounts.map((one) => (one.id === id ? { ...one, ...changed } : one));
    return DONE;
  };
  const logIn = () => {
    isLoggedIn = true;
    kind = 'account';
    return answer(session());
  };

  const days = createClubDays({
    now,
    session,
    devices: () =>
      devices.map(({ name, last_synced_at, waiting_scans }) => ({ name, last_synced_at, waiting_scans })),
    days: options.days,
  });

  const routes: Routes = {
    ...days.routes,
    ...statementRoutes({
      today: days.today,
      instant: () => new Date(now()).toISOString(),
      statements: options.statements,
    }),
    'GET /session': () => (isLoggedIn ? answer(session()) : fail(401, 'Log in.')),
    'POST /login': ({ body }) =>
      body['code'] === null || body['code'] === undefined
        ? fail(401, 'Vul de code in.', { errors: { code: 'Vul de 6 cijfers van je authenticator-app in.' } })
        : logIn(),
    'POST /login/passkey/begin': () => challenge({ rpId: 'localhost' }),
    'POST /login/passkey/finish': logIn,
    'POST /logout': () => {
      isLoggedIn = false;
      return DONE;
    },
    'POST /setup/begin': ({ body }) =>
      body['token'] === 'used'
        ? fail(
            404,
            'Deze uitnodiging is verlopen of al gebruikt. Vraag een beheerder van je club om een nieuwe.',
          )
        : answer({
            name: 'Ties Bakker',
            email: 'ties@wilgenhoek.example',
            club_name: 'Golfclub De Wilgenhoek',
            secret: 'JBSW Y3DP EHPK 3PXP',
            uri: 'otpauth://totp/Fairway:ties',
            qr_svg: QR,
            enrolment: 'c2VjcmV0',
          }),
    'POST /setup': logIn,
    'POST /pair': ({ body }) => {
      if (body['token'] === 'used')
        return fail(
          404,
          'Deze code is verlopen of al gebruikt. Vraag een beheerder van je club om een nieuwe.',
        );
      isLoggedIn = true;
      kind = 'device';
      return answer(session());
    },
    'GET /sessions': () => answer({ sessions }),
    'POST /sessions/end': ({ body }) => {
      sessions = sessions.filter(({ id }) => id !== body['id']);
      return DONE;
    },
    'GET /passkeys': () => answer({ passkeys }),
    'POST /passkeys/begin': () =>
      challenge({
        user: { id: 'bWFyZ2E', name: 'marga@wilgenhoek.example', displayName: 'Marga Visser' },
        rp: { id: 'localhost', name: 'Fairway' },
      }),
    'POST /passkeys/finish': ({ body }) => {
      const added = { id: 'p2', created_at: '2026-11-28T09:10:00+01:00', last_used_at: null };
      passkeys = [...passkeys, { ...added, name: String(body['name']) }];
      return DONE;
    },
    'POST /passkeys/remove': ({ body }) => {
      passkeys = passkeys.filter(({ id }) => id !== body['id']);
      return DONE;
    },
    'GET /accounts': () => answer({ accounts }),
    'POST /accounts/invite': ({ body }) => {
      const { name, email, role: given } = body as unknown as ClubAccount;
      if (accounts.some((one) => one.email === email)) {
        const taken = 'Met dit e-mailadres is er al een account.';
        return fail(422, taken, { errors: { email: taken } });
      }
      accounts = [
        ...accounts,
        account({ id: email, name, email, role: given, is_invited: true, last_seen_at: null }),
      ];
      return invitation();
    },
    'POST /accounts/invite-again': ({ body }) => {
      const changed = change(body['id'], { is_invited: true });
      return changed === DONE ? invitation() : changed;
    },
    'POST /accounts/role': ({ body }) => change(body['id'], { role: body['role'] as ClubAccount['role'] }),
    'POST /accounts/disable': ({ body }) =>
      change(body['id'], { disabled_at: body['disabled'] ? '2026-11-28T09:10:00+01:00' : null }),
    'GET /devices': () => answer({ devices }),
    'POST /devices/pair': ({ body }) => {
      paired = String(body['name']);
      return answer({
        link: 'https://fairway.example/club/pair#xyz',
        qr_svg: QR,
        expires_at: inTenMinutes(),
      });
    },
    'POST /devices/revoke': ({ body }) => {
      devices = devices.filter(({ id }) => id !== body['id']);
      return DONE;
    },
    'GET /systems': () => answer({ systems }),
    'POST /systems': () => answer({ id: 'new', token: 'fwc_new' }),
    'POST /systems/rotate': ({ body }) => answer({ id: body['id'], token: 'fwc_rotated' }),
    'POST /systems/revoke': ({ body }) => {
      systems = systems.filter(({ id }) => id !== body['id']);
      return DONE;
    },
  };

  return {
    requests,
    routes,
    days,
    bodiesOf: (call: string) => requests.filter((one) => one.call === call).map(({ body }) => body),
    endSession: () => (isLoggedIn = false),
    /** Whoever logs in from now on is of this club. */
    moveTo: (other: string) => (club = other),
    /** The device for which a code is shown scans it. */
    useCode: () => (devices = [device({ id: 'new', name: paired, last_synced_at: null }), ...devices]),
    respond(method: string, url: URL, body: Record<string, unknown>): MockResponse {
      const call = `${method} ${url.pathname.replace(/^\/club\/api/, '')}`;
      requests.push({ call, body });
      if (!isLoggedIn && !/ \/(session|login|setup|pair)/.test(call))
        return fail(401, 'Je sessie is afgelopen.');
      const { route, id } = routeOf(routes, call);
      return routes[route]?.({ query: url.searchParams, body, id }) ?? fail(404, 'Dit adres bestaat niet.');
    },
  };
}

export type Clubhouse = ReturnType<typeof createClubhouse>;
