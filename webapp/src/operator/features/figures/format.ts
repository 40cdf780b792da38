// Numbers, shares and months as an operator reads them.
import type { FiguresCell } from '../../api/generated/FiguresCell.ts';
import type { FiguresColumn } from '../../api/generated/FiguresColumn.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH = /^(\d{4})-(\d{2})$/;
const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 });

export const count = (number: number) => whole.format(number);
export const share = (part: number | null) => (part === null ? '–' : percent.format(part));

/** `Nov 2026` for `2026-11`; another text as it is. */
export function label(text: string): string {
  const [, year, month] = MONTH.exec(text) ?? [];
  return year ? `${MONTHS[Number(month) - 1]} ${year}` : text;
}

/** Under a column of a chart: the month alone. */
export function shortLabel(text: string): string {
  const [, , month] = MONTH.exec(text) ?? [];
  return month ? (MONTHS[Number(month) - 1] ?? text) : text.replace(/ players$/, '');
}

/** The year under the first month and under each January; not under a first month that a January follows closely. */
export function yearUnder(months: readonly string[], index: number): string | null {
  const year = (at: number) => MONTH.exec(months[at] ?? '')?.[1];
  if (index > 0) return months[index]?.endsWith('-01') ? (year(index) ?? null) : null;
  return year(0) !== year(Math.min(2, months.length - 1)) ? null : (year(0) ?? null);
}

export const isMonth = (cell: FiguresCell | undefined) => typeof cell === 'string' && MONTH.test(cell);

export function cellText(cell: FiguresCell | undefined, kind: FiguresColumn['kind']): string {
  if (cell === null || cell === undefined) return '–';
  if (typeof cell === 'string') return label(cell);
  return kind === 'share' ? share(cell) : count(cell);
}

/** Round numbers from 0 to the highest value or a little above it, at most six of them. */
export function ticks(highest: number, kind: FiguresColumn['kind']): readonly number[] {
  const top = highest > 0 ? highest : 1;
  const magnitude = 10 ** Math.floor(Math.log10(top / 4));
  const steps = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude);
  // Counts are whole numbers.
  const allowed = (step: number) => step >= top / 4 - 1e-9 && (kind === 'share' || Number.isInteger(step));
  const step = steps.find(allowed) ?? Math.max(1, 10 * magnitude);
  return Array.from({ length: Math.ceil(top / step - 1e-9) + 1 }, (_, index) => index * step);
}
