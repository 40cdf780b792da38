// The day of a round as a date tile shows it, and how far ahead it is.
import { today } from '@/api/clock.ts';

const utc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('nl-NL', { ...options, timeZone: 'UTC' });

const shortWeekday = utc({ weekday: 'short' });
const longWeekday = utc({ weekday: 'long' });
const shortMonth = utc({ month: 'short' });

const instant = (day: string) => Date.parse(`${day.slice(0, 10)}T00:00:00Z`);

/** `vandaag`, `morgen`, `over 3 dagen`; null for a day in the past. */
export function daysAhead(day: string): string | null {
  const days = (instant(day) - instant(today())) / 86_400_000;
  if (days < 0) return null;
  if (days === 0) return 'vandaag';
  return days === 1 ? 'morgen' : `over ${days} dagen`;
}

/** `zaterdag` */
export function weekday(day: string): string {
  return longWeekday.format(instant(day));
}

/** `za`, `28`, `nov` */
export function tileTexts(day: string): readonly [weekday: string, date: string, month: string] {
  const month = shortMonth.format(instant(day)).replace('.', '');
  return [shortWeekday.format(instant(day)), String(Number(day.slice(8, 10))), month];
}
