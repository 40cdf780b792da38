// The screens of a club's day against answers that a test gives: real client, queries and router; only the network, the
// session and the device's store are replaced.
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { StrictMode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { createQueryClient } from '../../src/api/queryClient.ts';
import { today } from '../../src/api/clock.ts';
import { parseSearch, stringifySearch } from '../../src/ui/search.ts';
import type { ArrivalDay } from '../../src/club/api/generated/ArrivalDay.ts';
import type { ArrivalPlayer } from '../../src/club/api/generated/ArrivalPlayer.ts';
import type { IrregularScan } from '../../src/club/api/generated/IrregularScan.ts';
import { setCsrfToken } from '../../src/club/api/client.ts';
import * as session from '../../src/club/api/session.ts';
import { ArrivalsScreen } from '../../src/club/features/arrivals/ArrivalsScreen.tsx';
import { IrregularScreen } from '../../src/club/features/irregular/IrregularScreen.tsx';

/** What the screens listen to: a test says what changed. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readyState = 1;
  constructor(readonly url: string) {
    super();
    FakeEventSource.opened.push(this);
  }
  close() {
    this.readyState = FakeEventSource.CLOSED;
  }
  report(date: string) {
    this.dispatchEvent(new MessageEvent('changed', { data: date }));
  }
}

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  FakeEventSource.opened = [];
  vi.stubGlobal('EventSource', FakeEventSource);
  setCsrfToken('token');
  vi.spyOn(session, 'useClubSession').mockReturnValue({
    name: 'Balie',
    email: null,
    kind: 'device',
    role: 'desk',
    club_id: 'duinrand',
    club_name: 'Golfclub Duinrand',
    csrf_token: 'token',
    has_second_factor: false,
    expires_at: '2027-01-01T00:00:00+01:00',
    server_time: '2026-11-28T10:00:00+01:00',
    environment: 'development',
  });
});
afterEach(() => {
  server.resetHandlers();
  setCsrfToken(null);
  vi.unstubAllGlobals();
});
afterAll(() => server.close());

export const player = (name: string, changed: Partial<ArrivalPlayer> = {}): ArrivalPlayer => ({
  place: `place of ${name}`,
  name,
  entitled_by: 'pass',
  code_hash: '',
  status: 'expected',
  arrived_at: null,
  arrived_by: null,
  method: null,
  seen_again: 0,
  played_holes: 18,
  walk_in: false,
  irregular: false,
  absence: null,
  has_left: false,
  ...changed,
});

export const arrived = (name: string, changed: Partial<ArrivalPlayer> = {}) =>
  player(name, {
    status: 'arrived',
    arrived_at: '2026-11-28T10:12:00+01:00',
    arrived_by: 'Starter',
    method: 'camera',
    ...changed,
  });

export const flight = (
  booking_number: string,
  start_time: string | null,
  ...players: readonly ArrivalPlayer[]
): ArrivalDay['flights'][number] => ({
  booking: booking_number,
  booking_number,
  holes: 18,
  start_time,
  players: [...players],
});

export function dayOf(flights: ArrivalDay['flights'], changed: Partial<ArrivalDay> = {}): ArrivalDay {
  const players = flights.flatMap((one) => one.players);
  const date = today();
  return {
    date,
    club_name: 'Golfclub Duinrand',
    read_at: new Date().toISOString(),
    first_date: '2020-01-01',
    last_date: '2099-01-01',
    can_correct: true,
    capacity: null,
    closed: null,
    expected: players.length,
    arrived: players.filter(({ status }) => status === 'arrived').length,
    flights,
    waiting: [],
    irregular: [],
    devices: [],
    ...changed,
  };
}

export const irregularScan = (scan: string, changed: Partial<IrregularScan> = {}): IrregularScan => ({
  scan,
  why: 'other_day',
  at: '2026-11-28T10:12:00+01:00',
  by: 'Starter',
  method: 'camera',
  name: 'Jan de Vries',
  place: 'place of Jan',
  holes: 18,
  play_date: '2026-11-30',
  club_name: null,
  counts: null,
  reason: null,
  ...changed,
});

interface Refusal {
  readonly status: number;
  readonly error: string;
}

/** Answers a command: a body, nothing, or a refusal. */
type Answer = (body: Record<string, unknown>) => unknown;
const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'status' in answer && 'error' in answer;

/** `days` answers each date; null: the server cannot be reached. */
export function serveDays(
  days: (date: string) => ArrivalDay | null,
  commands: Readonly<Record<string, Answer>> = {},
) {
  const sent: (readonly [string, unknown])[] = [];
  server.use(
    http.get('*/club/api/days/:date', ({ params }) => {
      const day = days(String(params['date']));
      return day ? HttpResponse.json({ success: true, ...day }) : HttpResponse.error();
    }),
    http.post('*/club/api/*', async ({ request }) => {
      const path = new URL(request.url).pathname.replace('/club/api', '');
      const body = (await request.json()) as Record<string, unknown>;
      sent.push([path, body]);
      const answer = commands[path]?.(body);
      if (isRefusal(answer)) {
        return HttpResponse.json({ success: false, error: answer.error }, { status: answer.status });
      }
      return answer === undefined
        ? new HttpResponse(null, { status: 204 })
        : HttpResponse.json({ success: true, ...(answer as object) });
    }),
  );
  return sent;
}

export function openDay(address = '/') {
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 1 } });
  const root = createRootRoute({ component: Outlet });
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/', component: ArrivalsScreen }),
      createRoute({ getParentRoute: () => root, path: '/irregular', component: IrregularScreen }),
    ]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  });
  render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </StrictMode>,
  );
  return { router, queryClient };
}
