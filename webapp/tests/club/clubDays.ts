// The part of the fake clubhouse that is about days: who plays, who arrived, and what was scanned.
import type { ArrivalDay } from '../../src/club/api/generated/ArrivalDay.ts';
import type { ArrivalFlight } from '../../src/club/api/generated/ArrivalFlight.ts';
import type { ArrivalPlayer } from '../../src/club/api/generated/ArrivalPlayer.ts';
import type { IrregularScan } from '../../src/club/api/generated/IrregularScan.ts';
import type { NewScan } from '../../src/club/api/generated/NewScan.ts';
import type { OfflineList } from '../../src/club/api/generated/OfflineList.ts';
import type { ScanResult } from '../../src/club/api/generated/ScanResult.ts';
import type { ClubSession } from '../../src/club/api/session.ts';
import { addDays } from '../../src/ui/format.ts';
import { answer, fail, type MockResponse, type Routes } from '../mockResponse.ts';
import { courseRoutes } from './courseDays.ts';
import {
  DAILY_CAPACITY,
  dayOf,
  flight,
  hashOf,
  player,
  sampleDays,
  type DayContents,
  type DaysContents,
} from './daySamples.ts';

interface Setting {
  readonly now: () => number;
  readonly session: () => ClubSession;
  readonly devices: () => ArrivalDay['devices'];
  /** By date; absent: a lively day. */
  readonly days?: DaysContents | undefined;
}

interface Round {
  readonly date: string;
  readonly flight: ArrivalFlight;
  readonly player: ArrivalPlayer;
}

const DONE: MockResponse = { status: 204 };
const DAYS_BACK = 31;
const DAYS_AHEAD = 60;
const amsterdam = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' });

/** Members who did not book, and why not; null: they can play. */
const MEMBERS: Readonly<Record<string, { readonly name: string; readonly reason: string | null }>> = {
  'ilse.kamp@fairway.example': { name: 'Ilse Kamp', reason: null },
  'bram.smit@fairway.example': { name: 'Bram Smit', reason: 'Heeft vandaag al een ronde' },
};

/** `Jan d. V.` */
function shortName(name: string): string {
  const [first, ...others] = name.split(' ');
  return [first, ...others.map((word) => `${word.charAt(0)}.`)].join(' ');
}

const resultOf = (nonce: string, found: Round | undefined, change: Partial<ScanResult>): ScanResult => ({
  nonce,
  outcome: 'unknown',
  name: found?.player.name ?? null,
  place: found?.player.place ?? null,
  booking_number: found?.flight.booking_number ?? null,
  holes: found?.flight.holes ?? null,
  first_at: null,
  first_by: null,
  play_date: null,
  club_name: null,
  ...change,
});

/** Of a scan that is sent again only its age differs. */
const unaged = (scan: NewScan) => JSON.stringify({ ...scan, age_ms: 0 });

export function createClubDays({ now, session, devices, days: given }: Setting) {
  const today = () => amsterdam.format(now());
  const instant = (at = now()) => new Date(at).toISOString();
  const days = new Map<string, DayContents>();
  const contentsOf = (date: string, contents: Partial<DayContents> = {}): DayContents => {
    const known = days.get(date);
    if (known) return known;
    const made = { flights: [], waiting: [], irregular: [], closed: null, limit: null, ...contents };
    days.set(date, made);
    return made;
  };
  for (const [date, contents] of Object.entries(given ?? sampleDays(today()))) contentsOf(date, contents);
  const rounds = (): readonly Round[] =>
    [...days].flatMap(([date, { flights }]) =>
      flights.flatMap((one) => one.players.map((found) => ({ date, flight: one, player: found }))),
    );
  const roundOf = (place: unknown) => rounds().find((round) => round.player.place === place);

  const scans = new Map<string, { readonly scan: NewScan; readonly result: ScanResult }>();
  const walkIns = new Map<string, ScanResult>();

  const isShown = (date: string) =>
    /^\d{4}-\d{2}-\d{2}$/.test(date) &&
    date >= addDays(today(), -DAYS_BACK) &&
    date <= addDays(today(), DAYS_AHEAD);
  const canCorrect = (date: string) => {
    const { role } = session();
    return role === 'manager' ? date <= today() && date >= addDays(today(), -7) : date === today();
  };

  const shownDay = (date: string): ArrivalDay => {
    const { flights, waiting, irregular, closed, limit } = contentsOf(date);
    return dayOf(flights, {
      date,
      club_name: session().club_name,
      read_at: instant(),
      first_date: addDays(today(), -DAYS_BACK),
      last_date: addDays(today(), DAYS_AHEAD),
      can_correct: canCorrect(date),
      capacity: limit ?? DAILY_CAPACITY,
      closed,
      waiting,
      irregular,
      devices: devices(),
    });
  };

  const offlineList = (): OfflineList => ({
    club_id: session().club_id,
    server_time: instant(),
    days: [today(), addDays(today(), 1)].map((date) => ({
      date,
      flights: contentsOf(date).flights.map(({ booking_number, holes, start_time, players }) => ({
        booking_number,
        holes,
        start_time,
        players: players.map(({ place, name, code_hash, status, arrived_at, arrived_by }) => ({
          place,
          short_name: shortName(name),
          code_hash,
          status,
          arrived_at,
          arrived_by,
        })),
      })),
    })),
  });

  const arrive = (arriving: ArrivalPlayer, at: string, method: string, change: Partial<ArrivalPlayer> = {}) =>
    Object.assign(arriving, {
      status: 'arrived',
      arrived_at: at,
      arrived_by: session().name,
      method,
      ...change,
    });

  function recorded({ nonce, code, place, day, age_ms, method }: NewScan): ScanResult {
    const hash = code && hashOf(code.toUpperCase().replaceAll(/[\s-]/g, ''));
    const found = hash ? rounds().find((round) => round.player.code_hash === hash) : roundOf(place);
    const at = instant(now() - age_ms);
    if (!found || found.date !== day) {
      const why = found ? 'other_day' : 'unknown';
      const date = found?.date ?? day;
      contentsOf(date).irregular.push({
        scan: nonce,
        why,
        at,
        by: session().name,
        method,
        name: found?.player.name ?? null,
        place: found?.player.place ?? null,
        holes: found?.flight.holes ?? null,
        play_date: found?.date ?? null,
        club_name: null,
        counts: null,
        reason: null,
      });
      return resultOf(nonce, found, { outcome: why, play_date: found?.date ?? null });
    }
    const { status, arrived_at, arrived_by } = found.player;
    if (status !== 'arrived') {
      arrive(found.player, at, method);
      return resultOf(nonce, found, { outcome: 'welcome' });
    }
    found.player.seen_again += 1;
    return resultOf(nonce, found, { outcome: 'already', first_at: arrived_at, first_by: arrived_by });
  }

  function record(scan: NewScan): ScanResult {
    const known = scans.get(scan.nonce);
    if (known) {
      if (unaged(known.scan) !== unaged(scan)) throw new Error('a scan was sent again with other contents');
      return known.result;
    }
    const result = recorded(scan);
    scans.set(scan.nonce, { scan, result });
    return result;
  }

  /** What is corrected, unless the day cannot be. */
  const corrects = <Found>(
    date: unknown,
    found: Found | undefined,
    correct: (found: Found) => MockResponse | void,
  ): MockResponse => {
    if (!canCorrect(String(date))) return fail(403, 'Een eerdere dag kan alleen een beheerder corrigeren.');
    if (!found) return fail(404, 'Dit is niet gevonden.');
    return correct(found) ?? DONE;
  };

  function decide({ place, at, method, holes }: IrregularScan): MockResponse | void {
    const found = roundOf(place);
    if (place === null) return fail(409, 'Deze code noemt niemand.');
    if (found)
      arrive(found.player, at, method, { irregular: true, played_holes: holes ?? found.flight.holes });
  }

  function walkIn(body: Record<string, unknown>): MockResponse {
    const nonce = String(body['nonce']);
    const holes = Number(body['holes']);
    const known = walkIns.get(nonce);
    if (known) return answer(known);
    const member = MEMBERS[String(body['email'])];
    if (!member) return fail(404, 'Er is geen lid met dit e-mailadres.');
    if (member.reason) return fail(409, member.reason);
    const number = `9WK0-000${walkIns.size}`;
    const come = player(member.name, { place: nonce, walk_in: true, played_holes: holes });
    const round = { date: today(), flight: { ...flight(number, null, come), holes }, player: come };
    arrive(come, instant(), 'list');
    contentsOf(today()).flights.push(round.flight);
    const result = resultOf(nonce, round, { outcome: 'welcome' });
    walkIns.set(nonce, result);
    return answer(result);
  }

  const routes: Routes = {
    ...courseRoutes({ today, contentsOf, signed: () => ({ at: instant(), by: session().name }) }),
    'GET /days/:id': ({ id }) =>
      isShown(id) ? answer(shownDay(id)) : fail(422, 'Deze dag kan niet worden getoond.'),
    'GET /offline': () => answer(offlineList()),
    'POST /scans': ({ body }) => {
      const sent = body['scans'] as readonly NewScan[];
      if (sent.length > 100) return fail(422, 'Stuur hoogstens 100 scans tegelijk.');
      return answer({ results: sent.map(record) });
    },
    'POST /arrivals/annul': ({ body: { date, place } }) =>
      corrects(date, roundOf(place), (found) => {
        Object.assign(found.player, {
          status: 'annulled',
          arrived_at: null,
          arrived_by: null,
          method: null,
          seen_again: 0,
          irregular: false,
        });
      }),
    'POST /arrivals/holes': ({ body: { date, place, holes } }) =>
      corrects(date, roundOf(place), (found) => void (found.player.played_holes = Number(holes))),
    'POST /arrivals/decide': ({ body: { date, scan, counts, reason } }) =>
      corrects(
        date,
        contentsOf(String(date)).irregular.find((one) => one.scan === scan),
        (found) => {
          const refusal = counts ? decide(found) : undefined;
          if (!refusal) Object.assign(found, { counts, reason });
          return refusal;
        },
      ),
    'POST /absences': ({ body: { date, places, reason } }) => {
      const absence = { reason: String(reason), recorded_at: instant(), objected_at: null };
      for (const place of places as readonly string[]) {
        const answered = corrects(date, roundOf(place), ({ player: absent }) => {
          if (absent.status === 'arrived') return fail(409, 'Deze speler is aangekomen.');
          absent.absence ??= absence;
        });
        if (answered !== DONE) return answered;
      }
      return DONE;
    },
    'POST /absences/withdraw': ({ body: { place } }) => {
      const found = roundOf(place);
      if (found) found.player.absence = null;
      return DONE;
    },
    'POST /walk-ins/check': ({ body }) => {
      const member = MEMBERS[String(body['email'])];
      if (!member) return fail(404, 'Er is geen lid met dit e-mailadres.');
      const { name, reason } = member;
      return answer({
        name,
        can_play: reason === null,
        entitled_by: reason === null ? 'pass' : null,
        reason,
      });
    },
    'POST /walk-ins': ({ body }) => walkIn(body),
  };
  return { routes, scans, offlineList, today };
}
