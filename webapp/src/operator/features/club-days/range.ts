// Changing a range of days at several clubs. One request carries a limited number of days and rounds: a larger choice is
// looked at, and sent, in parts, one after the other.
import { ApiError } from '@/api/error.ts';
import { post } from '../../api/client.ts';
import { ChangedDays } from '../../api/generated/ChangedDays.ts';
import type { ChangeDays } from '../../api/generated/ChangeDays.ts';
import type { DoneDay } from '../../api/generated/DoneDay.ts';
import type { FailedDay } from '../../api/generated/FailedDay.ts';
import type { DayOfClub } from '../../api/generated/DayOfClub.ts';
import type { PreviewedDay } from '../../api/generated/PreviewedDay.ts';
import type { PreviewDays } from '../../api/generated/PreviewDays.ts';
import { PreviewedDays } from '../../api/generated/PreviewedDays.ts';

export type RangeKind = 'close' | 'limit' | 'reopen';

/** The server's limits of one request for a preview. */
const PREVIEW_CLUBS = 40;
const PREVIEW_DAYS = 200;
/** Half of the server's limits for a change, so that each part is answered soon and the progress moves. */
const PART_DAYS = 100;
const PART_ROUNDS = 500;
/** Days of all chosen clubs together, at most: more is a mistake in the range. */
export const MOST_DAYS = 4000;

export interface RangeChoice {
  readonly clubs: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly change: RangeKind;
  /** Only of a limit. */
  readonly capacity: number | null;
}

/** The days that the change of a choice meets: those that are still to be confirmed. */
export interface RangePreview {
  readonly choice: RangeChoice;
  readonly days: readonly PreviewedDay[];
  readonly unchanged: readonly DayOfClub[];
  readonly tooLate: readonly DayOfClub[];
}

export interface RangeOutcome {
  readonly done: readonly DoneDay[];
  readonly failed: readonly FailedDay[];
  /** The days that others changed meanwhile, as they are now. */
  readonly stale: readonly PreviewedDay[];
}

interface Announcement {
  readonly notice: string;
  readonly reason: string;
}

export type OnProgress = (sent: number, of: number) => void;

const DAY = 86_400_000;
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** From the first day up to and including the last. */
export const lengthOf = ({ from, to }: Pick<RangeChoice, 'from' | 'to'>) =>
  Math.round((timeOf(to) - timeOf(from)) / DAY) + 1;

/** The choice in parts that one request may ask about each. */
export function previewParts(choice: RangeChoice): readonly RangeChoice[] {
  const length = lengthOf(choice);
  const daysAtOnce = Math.min(length, PREVIEW_DAYS);
  const clubsAtOnce = Math.min(PREVIEW_CLUBS, Math.max(1, Math.floor(PREVIEW_DAYS / daysAtOnce)));
  const parts: RangeChoice[] = [];
  for (let club = 0; club < choice.clubs.length; club += clubsAtOnce) {
    for (let day = 0; day < length; day += daysAtOnce) {
      const first = timeOf(choice.from) + day * DAY;
      parts.push({
        ...choice,
        clubs: choice.clubs.slice(club, club + clubsAtOnce),
        from: dayOf(first),
        to: dayOf(Math.min(first + (daysAtOnce - 1) * DAY, timeOf(choice.to))),
      });
    }
  }
  return parts;
}

/** Two halves of a part that meets too many rounds; none where it is one day of one club. */
export function halves(part: RangeChoice): readonly RangeChoice[] {
  const { clubs, from, to } = part;
  if (clubs.length > 1) {
    const middle = Math.ceil(clubs.length / 2);
    return [
      { ...part, clubs: clubs.slice(0, middle) },
      { ...part, clubs: clubs.slice(middle) },
    ];
  }
  const length = lengthOf(part);
  if (length < 2) return [];
  const last = timeOf(from) + (Math.ceil(length / 2) - 1) * DAY;
  return [
    { ...part, to: dayOf(last) },
    { ...part, from: dayOf(last + DAY), to },
  ];
}

const bodyOf = (part: RangeChoice): PreviewDays => ({ ...part, clubs: [...part.clubs] });

const hasManyRounds = (error: unknown) => error instanceof ApiError && 'rounds' in error.fields;

/** Asks whom the change meets: nothing is changed. */
export async function previewRange(choice: RangeChoice, onProgress: OnProgress): Promise<RangePreview> {
  const waiting = [...previewParts(choice)];
  let [days, unchanged, tooLate]: [PreviewedDay[], DayOfClub[], DayOfClub[]] = [[], [], []];
  for (let asked = 0; waiting.length > 0;) {
    const part = waiting.shift()!;
    onProgress(asked, asked + 1 + waiting.length);
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other: each part is as much as the server takes
      const found = await post('/club-days/preview', bodyOf(part), PreviewedDays);
      asked += 1;
      days = [...days, ...found.days];
      unchanged = [...unchanged, ...found.unchanged];
      tooLate = [...tooLate, ...found.too_late];
    } catch (error) {
      const smaller = hasManyRounds(error) ? halves(part) : [];
      if (smaller.length === 0) throw error;
      waiting.unshift(...smaller);
    }
  }
  // Parts of a long range come by date: here each club has its days together.
  const place = new Map(choice.clubs.map((club, index) => [club, index]));
  const ordered = <Day extends DayOfClub>(of: readonly Day[]) =>
    of.toSorted((a, b) => (place.get(a.club) ?? 0) - (place.get(b.club) ?? 0) || (a.date < b.date ? -1 : 1));
  return { choice, days: ordered(days), unchanged: ordered(unchanged), tooLate: ordered(tooLate) };
}

/** The days in parts that one request may change each. */
export function changeParts(days: readonly PreviewedDay[]): readonly (readonly PreviewedDay[])[] {
  const parts: PreviewedDay[][] = [];
  let rounds = 0;
  for (const day of days) {
    const last = parts.at(-1);
    rounds += day.rounds.length;
    if (last && last.length < PART_DAYS && rounds <= PART_ROUNDS) last.push(day);
    else {
      parts.push([day]);
      rounds = day.rounds.length;
    }
  }
  return parts;
}

/** Changes one part. */
export function changeDays(
  choice: RangeChoice,
  days: readonly PreviewedDay[],
  { notice, reason }: Announcement,
): Promise<ChangedDays> {
  const body: ChangeDays = {
    ...choice,
    clubs: [...new Set(days.map(({ club }) => club))],
    notice: choice.change === 'reopen' ? null : notice,
    reason,
    days: days.map(({ club, date, rounds }) => ({
      club,
      date,
      meets: rounds.map(({ booking_id }) => booking_id),
    })),
  };
  return post('/club-days/change', body, ChangedDays);
}

/** By club, each with its days in order. */
export function byClub<Day extends DayOfClub>(
  days: readonly Day[],
): readonly (readonly [string, readonly Day[]])[] {
  const clubs = new Map<string, Day[]>();
  for (const day of days) clubs.set(day.club, [...(clubs.get(day.club) ?? []), day]);
  return [...clubs];
}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
export const roundsText = (number: number) => count(number, 'round', 'rounds');
export const placesText = (number: number) => count(number, 'place', 'places');
export const daysText = (number: number) => count(number, 'day', 'days');
