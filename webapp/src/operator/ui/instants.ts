// An operator and a member on the telephone must read the same clock, wherever the operator's computer is: instants are
// shown on Amsterdam's. With its offset they are shown as they are given, and in UTC they are converted.

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const PARTS = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2})(:\d{2})?)?/;

const amsterdam = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Europe/Amsterdam',
});
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });

/** `Sat 28 Nov 2026`, of a day `2026-11-28`. */
export function formatDay(day: string): string {
  return `${weekday.format(new Date(`${day}T00:00:00Z`))} ${formatInstant(day)}`;
}

/** `25 Nov 2026 11:04:03`; a day alone gives `25 Nov 2026`. Anything else is returned as it is. */
export function formatInstant(instant: string): string {
  const isUtc = instant.endsWith('Z') && !Number.isNaN(Date.parse(instant));
  const local = isUtc ? amsterdam.format(new Date(instant)).replace(' ', 'T') : instant;
  const found = PARTS.exec(local);
  if (!found) return instant;
  const [, year, month, day, minutes, seconds = ''] = found;
  const date = `${Number(day)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
  return minutes ? `${date} ${minutes}${seconds}` : date;
}

/** `25 Nov 2026 11:04`, of an instant. */
export const formatMinute = (instant: string) => formatInstant(instant).replace(/(:\d\d):\d\d$/, '$1');

/** `Nov 2026`, of a month `2026-11`. */
export const formatMonth = (month: string) => formatInstant(`${month}-01`).replace(/^1 /, '');

/** `2026-11-25 11:04:03`, as it is typed into a `DateField`. */
export function asTypedInstant(instant: string): string {
  return instant.slice(0, 19).replace('T', ' ');
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `3 days ago`, `in 2 hours`, `now`; undefined for a day alone. `now` is in milliseconds. */
export function formatRelative(instant: string, now: number): string | undefined {
  const distance = /T\d/.test(instant) ? Date.parse(instant) - now : Number.NaN;
  if (Number.isNaN(distance)) return undefined;
  const found = UNITS.find(([, ms]) => Math.abs(distance) >= ms);
  if (!found) return relative.format(0, 'second');
  const [unit, ms] = found;
  return relative.format(Math.trunc(distance / ms), unit);
}
