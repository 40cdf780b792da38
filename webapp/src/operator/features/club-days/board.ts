// The board of all clubs' days: which clubs fit the filter, and the parts of a day in words.
import type { BoardClub } from '../../api/generated/BoardClub.ts';
import type { BoardDay } from '../../api/generated/BoardDay.ts';
import { formatDay } from '../../ui/index.ts';
import { clubsNamed } from './clubsNamed.ts';

/** The states to look for. */
export const WANTED = { closed: 'Closed', full: 'Full', waiting: 'With waiting groups' } as const;
export type Wanted = keyof typeof WANTED;

export const isWanted = (text: string | undefined): text is Wanted => text !== undefined && text in WANTED;

/** The lengths of the board, in days. */
export const LENGTHS = [7, 14] as const;

const fits = (day: BoardDay, wanted: Wanted) =>
  wanted === 'waiting' ? day.waiting > 0 : day.state === wanted;

/** The clubs of this name or town that have a day in the wanted state. */
export function clubsOf(clubs: readonly BoardClub[], text: string, wanted: Wanted | undefined) {
  return clubsNamed(clubs, text).filter(({ days }) => !wanted || days.some((day) => fits(day, wanted)));
}

/** `Sat 28 Nov`: the year is in the form above the board. */
export const shortDay = (date: string) => formatDay(date).slice(0, -5);

/** The server counts up to 100. */
export const waitingText = (waiting: number) =>
  waiting === 1 ? '1 group waits' : `${waiting === 100 ? '100 or more' : waiting} groups wait`;

export const takenText = ({ claimed, capacity }: Pick<BoardDay, 'claimed' | 'capacity'>) =>
  capacity === null ? `${claimed}, no limit` : `${claimed} of ${capacity}`;
