// A fake of changing several days of several clubs: whole rounds of one player, by club and day.
import type { ChangeDays } from '../../src/operator/api/generated/ChangeDays.ts';
import type { ClubChoice } from '../../src/operator/api/generated/ClubChoice.ts';
import type { MetRound } from '../../src/operator/api/generated/MetRound.ts';
import type { PreviewDays } from '../../src/operator/api/generated/PreviewDays.ts';
import type { PreviewedDay } from '../../src/operator/api/generated/PreviewedDay.ts';
import { fail, type MockRequest, type MockResponse } from '../mockResponse.ts';

const MOST_DAYS = 200;

const CLUBS: readonly ClubChoice[] = [
  { id: 'de-wilgenhoek', name: 'De Wilgenhoek', holes: [9, 18], city: 'Amersfoort', closed_today: null },
  { id: 'het-duin', name: 'Het Duin', holes: [18], city: 'Zandvoort', closed_today: null },
  {
    id: 'zuiderzee',
    name: 'Zuiderzeewal',
    holes: [18],
    city: 'Ede',
    closed_today: { reason: 'Vorst', by: 'day' },
  },
];

const roundOf = (nth: number, name: string): MetRound => ({
  booking_id: `0197a3c2-0000-7c42-9d0e-${String(nth).padStart(12, '0')}`,
  booked_at: '2026-11-20T19:31:00+01:00',
  holes: 18,
  players: [{ member_id: `0197a3c1-0000-7c42-9d0e-${String(nth).padStart(12, '0')}`, name }],
});

const named = ({ club, date }: PreviewedDay) => ({ club, date });

function datesOf(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
    dates.push(new Date(at).toISOString().slice(0, 10));
  return dates;
}

/** Its routes override the office's. */
export function createClubDayRange() {
  const rounds = new Map<string, MetRound[]>();
  const closed = new Map<string, string>();
  const asked: PreviewDays[] = [];
  const sent: ChangeDays[] = [];
  let nth = 0;

  const previewed = (club: string, date: string): PreviewedDay => {
    const met = rounds.get(`${club}/${date}`) ?? [];
    const notice = closed.get(`${club}/${date}`);
    return {
      club,
      date,
      claimed: met.length,
      capacity: 96,
      closed: notice === undefined ? null : { reason: notice, by: 'day' },
      places: met.length,
      rounds: met,
    };
  };

  function preview(body: PreviewDays): MockResponse {
    asked.push(body);
    const dates = datesOf(body.from, body.to);
    if (dates.length * body.clubs.length > MOST_DAYS) return fail(422, 'At most 200 days.');
    const all = body.clubs.flatMap((club) => dates.map((date) => previewed(club, date)));
    const ahead = all.filter(({ date }) => date >= '2026-11-25');
    const changes = ({ closed: is }: PreviewedDay) => (body.change === 'reopen') === Boolean(is);
    return {
      body: {
        days: ahead.filter(changes),
        unchanged: ahead.filter((day) => !changes(day)).map(named),
        too_late: all.filter(({ date }) => date < '2026-11-25').map(named),
      },
    };
  }

  function change(body: ChangeDays): MockResponse {
    sent.push(body);
    const [done, stale]: [object[], PreviewedDay[]] = [[], []];
    for (const { club, date, meets } of body.days) {
      const now = previewed(club, date);
      if (now.rounds.map(({ booking_id }) => booking_id).join() === meets.join()) {
        done.push({ club, date, cancelled: now.rounds.length, places: now.places });
        rounds.delete(`${club}/${date}`);
        if (body.change === 'reopen') closed.delete(`${club}/${date}`);
        else closed.set(`${club}/${date}`, body.notice ?? '');
      } else stale.push(now);
    }
    return { body: { done, stale, failed: [] } };
  }

  return {
    asked,
    sent,
    /** A member books. */
    book: (club: string, date: string, name: string) => {
      nth += 1;
      rounds.set(`${club}/${date}`, [...(rounds.get(`${club}/${date}`) ?? []), roundOf(nth, name)]);
    },
    routes: {
      'GET /clubs': () => ({ body: { clubs: CLUBS } }),
      'POST /club-days/preview': ({ body }: MockRequest) => preview(body as unknown as PreviewDays),
      'POST /club-days/change': ({ body }: MockRequest) => change(body as unknown as ChangeDays),
    },
  };
}
