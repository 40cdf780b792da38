// A fake of the server's side of a club's days: one club, some of whose days are taken, closed or limited.
import type { BoardDay } from '../../src/operator/api/generated/BoardDay.ts';
import type { DayPlayers } from '../../src/operator/api/generated/DayPlayers.ts';
import type { DayView } from '../../src/operator/api/generated/DayView.ts';
import type { MetRound } from '../../src/operator/api/generated/MetRound.ts';
import { fail, type MockRequest, type MockResponse } from '../mockResponse.ts';
import { BOOKING, JAN, SANNE } from './samples.ts';

const CAPACITY = 96;
const TOM = '0197a3c1-7777-7c42-9d0e-3f2a1b4c5d6e';

const sampleRounds = (): MetRound[] => [
  {
    booking_id: BOOKING,
    booking_number: 'N91W-1PPE',
    booked_at: '2026-11-20T18:31:00Z',
    holes: 18,
    players: [
      { member_id: JAN, name: 'Jan de Vries' },
      { member_id: SANNE, name: 'Sanne de Vries' },
      { member_id: TOM, name: 'Tom Mulder' },
    ],
  },
  {
    booking_id: '0197a3c2-4444-7c42-9d0e-3f2a1b4c5d6e',
    booking_number: '4F2A-1B4C',
    booked_at: '2026-11-21T07:02:10Z',
    holes: 9,
    players: [{ member_id: '0197a3c1-8888-7c42-9d0e-3f2a1b4c5d6e', name: 'Fatima el Amrani' }],
  },
];

const placesOf = (of: readonly MetRound[]) => of.reduce((sum, { players }) => sum + players.length, 0);

function datesFrom(from: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(`${from}T00:00:00Z`) + index * 86_400_000).toISOString().slice(0, 10),
  );
}

/** A second club of the board: full on each day, and groups wait for the first one. */
const fullDay = (date: string, index: number): BoardDay => ({
  date,
  state: 'full',
  claimed: 40,
  held: 0,
  capacity: 40,
  closed: null,
  waiting: index === 0 ? 2 : 0,
});

/** Answers `/club-days` and what is below `/clubs/de-wilgenhoek/days`; undefined for any other call. */
export function createClubDays() {
  const rounds = new Map<string, MetRound[]>();
  const closed = new Map<string, string>();
  const limited = new Map<string, number>();

  /** Every third day has rounds. */
  const roundsOf = (date: string) => {
    if (!rounds.has(date)) rounds.set(date, Number(date.slice(-2)) % 3 === 1 ? sampleRounds() : []);
    return rounds.get(date) ?? [];
  };

  const day = (date: string): DayView => {
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
    const reason = closed.get(date);
    const byClub =
      weekday === 1
        ? { reason: 'Monday', by: 'weekday' }
        : date.endsWith('-25') && date.startsWith('2026-12')
          ? { reason: 'Eerste kerstdag', by: 'closure' }
          : null;
    return {
      date,
      claimed: placesOf(roundsOf(date)),
      closed: reason === undefined ? byClub : { reason, by: 'day' },
      capacity: limited.get(date) ?? CAPACITY,
      limited: limited.has(date),
    };
  };

  const boardDay = (date: string): BoardDay => {
    const { claimed, closed: is, capacity, limited: isLimited } = day(date);
    const state = is ? 'closed' : isLimited ? 'limited' : 'open';
    return { date, state, claimed, held: 0, capacity, closed: is, waiting: 0 };
  };

  function board(dates: readonly string[]) {
    const own = { id: 'de-wilgenhoek', name: 'De Wilgenhoek', city: 'Amersfoort', days: dates.map(boardDay) };
    const other = { id: 'het-duin', name: 'Het Duin', city: 'Zandvoort', days: dates.map(fullDay) };
    return { dates, clubs: [own, other] };
  }

  function players(date: string): DayPlayers {
    const { claimed, capacity, closed: is } = day(date);
    return {
      club: { id: 'de-wilgenhoek', name: 'De Wilgenhoek' },
      date,
      starts: 'Elke dag vanaf 9.00 uur',
      closed: is,
      claimed,
      capacity,
      rounds: roundsOf(date).map((round, index) => ({
        booking_id: round.booking_id,
        number: `N91W-1PP${index}`,
        holes: round.holes,
        booked_at: round.booked_at,
        players: round.players.map((player, place) => ({
          ...player,
          telephone: place === 2 ? '' : '+31612345678',
          is_master: place === 0,
          right: place === 1 ? 'voucher' : 'pass',
          voucher: place === 1 ? 'Greenfee 18 holes' : null,
        })),
      })),
    };
  }

  /** The latest booked, whole rounds, until the rest fits. */
  function met(date: string, capacity: number) {
    const latestFirst = roundsOf(date).toSorted((a, b) => (a.booked_at < b.booked_at ? 1 : -1));
    const cancelled: MetRound[] = [];
    while (placesOf(latestFirst) > capacity) cancelled.push(...latestFirst.splice(0, 1));
    return cancelled;
  }

  function change(date: string, capacity: number, body: Record<string, unknown>): MockResponse {
    const found = met(date, capacity);
    const seen = body['meets'] as string[];
    if (found.length !== seen.length || found.some(({ booking_id }) => !seen.includes(booking_id)))
      return fail(409, 'The rounds of this day have changed: look again.');
    rounds.set(
      date,
      roundsOf(date).filter((round) => !found.includes(round)),
    );
    return { body: { cancelled: found.length, places: placesOf(found) } };
  }

  function post(
    date: string,
    what: string | undefined,
    body: Record<string, unknown>,
  ): MockResponse | undefined {
    const capacity = Number(body['capacity'] ?? 0);
    if (what === 'preview') {
      const found = met(date, capacity);
      const { claimed, capacity: inForce } = day(date);
      return { body: { claimed, capacity: inForce, rounds: found, places: placesOf(found) } };
    }
    if (what === 'close' || what === 'limit') {
      const answer = change(date, what === 'close' ? 0 : capacity, body);
      if (answer.status === undefined && what === 'close') closed.set(date, String(body['notice']));
      if (answer.status === undefined && what === 'limit') limited.set(date, capacity);
      return answer;
    }
    if (what !== 'reopen') return undefined;
    closed.delete(date);
    limited.delete(date);
    return { body: {} };
  }

  return {
    /** Somebody else lowers the capacity. */
    limit: (date: string, capacity: number) => limited.set(date, capacity),
    /** Somebody else cancels, or somebody books. */
    setRounds: (date: string, count: number) => rounds.set(date, sampleRounds().slice(0, count)),
    respond(method: string, path: string, { query, body }: MockRequest): MockResponse | undefined {
      const [, kind, club, days, date = '', what] = path.split('/');
      if (path === '/club-days')
        return { body: board(datesFrom(query.get('from') ?? '', Number(query.get('days') ?? 7))) };
      if (kind !== 'clubs' || days !== 'days') return undefined;
      if (club !== 'de-wilgenhoek') return fail(404, `There is no club ${club}.`);
      if (method === 'POST') return post(date, what, body);
      if (what === 'players') return { body: players(date) };
      const dates = datesFrom(query.get('from') ?? '', Number(query.get('count') ?? 30));
      return {
        body: {
          club: { id: 'de-wilgenhoek', name: 'De Wilgenhoek', daily_capacity: CAPACITY },
          days: dates.map(day),
        },
      };
    },
  };
}
