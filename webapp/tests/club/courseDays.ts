// The part of the fake clubhouse that is about the course: what was said about it, and the days that members can book.
import type { CourseReport } from '../../src/club/api/generated/CourseReport.ts';
import type { DayPreview } from '../../src/club/api/generated/DayPreview.ts';
import type { NewCourseReport } from '../../src/club/api/generated/NewCourseReport.ts';
import { addDays } from '../../src/ui/format.ts';
import { answer, fail, type Routes } from '../mockResponse.ts';
import { DAILY_CAPACITY, type DayContents } from './daySamples.ts';

interface Setting {
  readonly today: () => string;
  readonly contentsOf: (date: string) => DayContents;
  /** When and by whom something is said now. */
  readonly signed: () => Pick<CourseReport, 'at' | 'by'>;
}

const BOOKABLE_DAYS = 4;

const claimedOf = ({ flights }: DayContents) =>
  flights.reduce((count, { players }) => count + players.length, 0);

/** The rounds that a change cancels: those booked last, of players who have not arrived. */
function previewOf(contents: DayContents, { change, capacity }: Record<string, unknown>): DayPreview {
  const claimed = claimedOf(contents);
  const most = change === 'close' ? 0 : change === 'limit' ? Number(capacity) : claimed;
  let left = claimed;
  const rounds: DayPreview['rounds'] = [];
  for (const { booking, booking_number, start_time, holes, players } of contents.flights.toReversed()) {
    const expected = players.filter(({ status }) => status !== 'arrived');
    if (left <= most || expected.length === 0) continue;
    left -= expected.length;
    const names = expected.map(({ name, entitled_by }) => ({ name, returned: entitled_by }));
    rounds.unshift({ booking, booking_number, start_time, holes, players: names });
  }
  return { claimed, places: claimed - left, rounds };
}

export function courseRoutes({ today, contentsOf, signed }: Setting): Routes {
  let reports: readonly CourseReport[] = [];
  const bookable = () => Array.from({ length: BOOKABLE_DAYS }, (_, index) => addDays(today(), index));
  return {
    'GET /course': () => {
      const rounds = bookable()
        .slice(0, 2)
        .reduce((count, date) => count + claimedOf(contentsOf(date)), 0);
      return answer({ date: today(), reports, rounds });
    },
    'POST /course': ({ body }) => {
      reports = [{ ...(body as unknown as NewCourseReport), ...signed() }, ...reports];
      return { status: 204 };
    },
    'GET /days': () =>
      answer({
        daily_capacity: DAILY_CAPACITY,
        days: bookable().map((date) => {
          const contents = contentsOf(date);
          const { limit, closed } = contents;
          const capacity = limit ?? DAILY_CAPACITY;
          return { date, claimed: claimedOf(contents), capacity, limited: limit !== null, closed };
        }),
      }),
    'POST /days/:id/preview': ({ id, body }) => answer(previewOf(contentsOf(id), body)),
    'POST /days/:id/change': ({ id, body }) => {
      const contents = contentsOf(id);
      const met = previewOf(contents, body);
      const seen = body['seen'] as readonly string[];
      if (met.rounds.some(({ booking }) => !seen.includes(booking)))
        return fail(409, 'Het gaat nu om andere rondes. Bekijk ze opnieuw.', { current: met });
      const cancelled = met.rounds.map(({ booking }) => booking);
      for (const flight of contents.flights) {
        if (!cancelled.includes(flight.booking)) continue;
        flight.players = flight.players.filter(({ status }) => status === 'arrived');
      }
      const { change, capacity, notice } = body;
      Object.assign(contents, {
        flights: contents.flights.filter(({ players }) => players.length > 0),
        closed: change === 'close' ? { by: 'day', reason: notice } : null,
        limit: change === 'limit' ? capacity : null,
      });
      return answer({ cancelled: cancelled.length, places: met.places });
    },
  };
}
