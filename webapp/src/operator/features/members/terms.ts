// The terms that are granted most often. Days are texts (`2026-11-28`), as the server counts them.

export interface Term {
  readonly name: string;
  readonly first: string;
  readonly last: string;
}

const text = (date: Date) => date.toISOString().slice(0, 10);

/** The same day some months later, or the last one of a shorter month. */
export function monthsAfter(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  const month = date.getUTCMonth() + months;
  const last = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return text(new Date(Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), last))));
}

/** Of a pass: what is left of this year, the next one, and a year from a day on. */
export function termsFrom(day: string): readonly Term[] {
  const year = Number(day.slice(0, 4));
  const yearLater = new Date(`${monthsAfter(day, 12)}T00:00:00Z`);
  yearLater.setUTCDate(yearLater.getUTCDate() - 1);
  return [
    { name: `The rest of ${year}`, first: day, last: `${year}-12-31` },
    { name: `All of ${year + 1}`, first: `${year + 1}-01-01`, last: `${year + 1}-12-31` },
    { name: 'A year from today', first: day, last: text(yearLater) },
  ];
}
