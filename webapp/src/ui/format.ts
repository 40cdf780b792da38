// Dates, money and names in Dutch format. A play date is a day, not an instant: it stays `YYYY-MM-DD` and is
// formatted in UTC so that no time zone can shift it.

const utcFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('nl-NL', { ...options, timeZone: 'UTC' });

const longDay = utcFormat({ weekday: 'long', day: 'numeric', month: 'long' });
const shortDay = utcFormat({ weekday: 'short', day: 'numeric', month: 'short' });
const monthYear = utcFormat({ month: 'long', year: 'numeric' });
const monthOnly = utcFormat({ month: 'long' });
const money = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' });

function asDate(day: string): Date {
  return new Date(`${day.slice(0, 10)}T00:00:00Z`);
}

/** `28-11-2026` */
export function shortDate(day: string): string {
  const [year, month, date] = day.slice(0, 10).split('-');
  return `${date}-${month}-${year}`;
}

/** `zaterdag 28 november` */
export function longDate(day: string): string {
  return longDay.format(asDate(day));
}

/** `za 28 nov` */
export function briefDate(day: string): string {
  return shortDay.format(asDate(day));
}

/** `november 2026` */
export function monthAndYear(day: string): string {
  return monthYear.format(asDate(day));
}

/** `november` */
export function monthName(day: string): string {
  return monthOnly.format(asDate(day));
}

export function addDays(day: string, days: number): string {
  const date = asDate(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The Monday of the week of that day. */
export function mondayOf(day: string): string {
  return addDays(day, -((asDate(day).getUTCDay() + 6) % 7));
}

/** `1 ronde`, `3 rondes` */
export function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** The same text, in which no line ends with a number that counts the next word, nor with a part of `2 / 8`. */
export function unbroken(text: string): string {
  return text.replaceAll(/([\d/]) /g, '$1\u00a0').replaceAll(' /', '\u00a0/');
}

/** Between two facts of a line. It goes to the next line with the second one. */
export const DOT = ' ·\u00a0';

/** `Ermelo · 12 km · 9 en 18 holes`, without those that are empty. */
export function dotted(facts: readonly string[]): string {
  return facts.filter(Boolean).map(unbroken).join(DOT);
}

/** `€ 12,50` */
export function euros(amount: number): string {
  return money.format(amount);
}

interface Named {
  readonly first_name: string;
  readonly prefix?: string;
  readonly last_name: string;
}

/** `Jan de Vries`, without a double space where there is no prefix. */
export function fullName(person: Named): string {
  return [person.first_name, person.prefix, person.last_name].filter(Boolean).join(' ');
}

/** `Jan`, `Jan en Sanne`, `Jan, Sanne en Piet` */
export function listOf(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? '';
  return `${names.slice(0, -1).join(', ')} en ${names.at(-1)}`;
}
