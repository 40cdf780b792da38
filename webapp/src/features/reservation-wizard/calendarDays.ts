// The 21 days of the booking window as weeks, and how the arrow keys move through them.
import { addDays, mondayOf, monthAndYear, monthName } from '@/ui';
import type { Availability } from './queries.ts';

export const WINDOW_DAYS = 21;
const WEEK = 7;
const PAST = 'Deze datum ligt in het verleden';

/** The days to show: those of the server's response, or before it as many from this week's Monday. */
export function windowDays(availability: Availability | undefined, today: string): readonly string[] {
  const first = (availability && Object.keys(availability).toSorted()[0]) ?? mondayOf(today);
  return Array.from({ length: WINDOW_DAYS }, (_, index) => addDays(first, index));
}

export function weeksOf(days: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: days.length / WEEK }, (_, week) => days.slice(week * WEEK, (week + 1) * WEEK));
}

/** `november 2026`, `november – december 2026`, `december 2026 – januari 2027` */
export function monthsTitle(days: readonly string[]): string {
  const first = days[0] ?? '';
  const last = days.at(-1) ?? '';
  if (monthAndYear(first) === monthAndYear(last)) return monthAndYear(first);
  const from = first.slice(0, 4) === last.slice(0, 4) ? monthName(first) : monthAndYear(first);
  return `${from} – ${monthAndYear(last)}`;
}

/** Today according to the server's response: the first day that is not in the past. */
export function todayIn(
  days: readonly string[],
  availability: Availability | undefined,
  deviceToday: string,
): string {
  const past = availability && days.some((day) => availability[day]?.reason === PAST);
  if (!past) return deviceToday;
  return days.find((day) => availability[day]?.reason !== PAST) ?? deviceToday;
}

/** The day to which an arrow key moves, or null for another key. */
export function dayAfterKey(key: string, day: string, days: readonly string[]): string | null {
  const index = days.indexOf(day);
  const column = index % WEEK;
  const targets: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - WEEK,
    ArrowDown: index + WEEK,
    Home: index - column,
    End: index - column + WEEK - 1,
    PageUp: column,
    PageDown: days.length - WEEK + column,
  };
  const target = targets[key];
  if (target === undefined) return null;
  return days[target] ?? day;
}

/** Why a day cannot be chosen, or what it costs; empty otherwise. */
export function dayText(availability: Availability | undefined, day: string): string {
  const state = availability?.[day];
  if (!state) return '';
  if (!state.reservable) return state.reason;
  if (!state.bonus_needed) return '';
  return bonusText(state.bonus_players);
}

export function bonusText(players: readonly string[]): string {
  return `Op deze datum wordt een bonusspeelrecht van ${players.join(', ')} gebruikt`;
}
