// The texts of a chart that fit beside each other. Only the style sheet knows the width of a chart: each text names the
// widths in which it is hidden.
import type { FiguresAnswer } from '../../api/generated/FiguresAnswer.ts';
import type { FiguresCell } from '../../api/generated/FiguresCell.ts';
import type { FiguresPart } from '../../api/generated/FiguresPart.ts';
import { isMonth } from './format.ts';

/** The narrowest chart of each kind of place, in pixels; the style sheet has the same numbers. */
const WIDTHS = [180, 260, 420, 700];
/** The widest a letter usually is, and the room between two texts. */
const LETTER = 6.5;
const BETWEEN = 4;
/** Between the last column and that of the rest, in columns. */
const GAP = 0.6;

/** The class of unnamed or unknown values: it has no place on an axis of numbers. */
export const isRest = (name: string) => name === 'other' || name.endsWith(' other clubs');

/** The rows in the order of the chart: every month of the period, or the rest last. */
export function drawnRows(
  { rows, chart }: FiguresPart,
  period: FiguresAnswer['period'],
): readonly (readonly FiguresCell[])[] {
  if (chart.kind === 'columns' && isMonth(rows[0]?.[0])) {
    return monthsOf(period).map((month) => rows.find(([of]) => of === month) ?? [month]);
  }
  const [rest, named] = [true, false].map((wanted) =>
    rows.filter(([name]) => isRest(String(name ?? '')) === wanted),
  );
  return [...(named ?? []), ...(rest ?? [])];
}

function monthsOf({ from, to }: FiguresAnswer['period']): readonly string[] {
  const months: string[] = [];
  for (const at = new Date(`${from}-01`); ; at.setUTCMonth(at.getUTCMonth() + 1)) {
    const month = at.toISOString().slice(0, 7);
    if (month > to) return months;
    months.push(month);
  }
}

/** What the server tells of a number that may point at people. */
const FEW = '<5';

const isNothing = (cell: FiguresCell | undefined) =>
  cell === undefined || cell === null || cell === 0 || (typeof cell === 'string' && cell !== FEW);

/** Months without a figure have a row too. */
export const isEmpty = ({ rows }: FiguresPart) => rows.every((row) => row.every(isNothing));

/** Whether there is a number to draw: of some parts only the table has any. */
export const isDrawn = ({ rows, chart }: FiguresPart) =>
  rows.some((row) => chart.series.some((index) => typeof row[index] === 'number' && row[index] !== 0));

/** The parts that fill a row; the last of an odd number of narrow ones does, or it would leave a hole. */
export function wideParts({ parts, period }: Pick<FiguresAnswer, 'parts' | 'period'>): ReadonlySet<string> {
  const isWide = (part: FiguresPart) =>
    part.chart.kind === 'columns' && drawnRows(part, period).length > 6 && isDrawn(part);
  const narrow = parts.filter((part) => !isWide(part));
  const last = narrow.length % 2 === 1 ? narrow.at(-1) : undefined;
  return new Set(parts.filter((part) => isWide(part) || part === last).map(({ name }) => name));
}

/** The colour of a series; the rest has one of its own. */
export const colour = (name: string, series: number) => (isRest(name) ? 6 : series % 7);

/** Where the middle of each column is, as a share of the width, and how wide a column is. */
export function slots(names: readonly string[]) {
  const hasRest = names.length > 1 && isRest(names.at(-1) ?? '');
  const width = 1 / Math.max(1, names.length + (hasRest ? GAP : 0));
  const shift = (index: number) => (hasRest && index === names.length - 1 ? GAP : 0);
  return { width, middles: names.map((_, index) => (index + shift(index) + 0.5) * width) };
}

const widthOf = (text: string) => text.length * LETTER + BETWEEN;

/** The indices of the labels that a width shows: all of them, else every second, third, …; that of the rest always. */
export function shown(names: readonly string[], labels: readonly string[], width: number): readonly number[] {
  const { middles } = slots(names);
  const touch = (one: number, other: number) =>
    ((middles[other] ?? 0) - (middles[one] ?? 0)) * width <
    (widthOf(labels[one] ?? '') + widthOf(labels[other] ?? '')) / 2;
  const rest = names.findIndex((name, index) => index > 0 && isRest(name));
  const ordered = labels.map((_, index) => index).filter((index) => index !== rest);
  // January is one of them: its year stands below it.
  const anchor = Math.max(
    0,
    names.findLastIndex((name) => isMonth(name) && name.endsWith('-01')),
  );
  for (let step = 1; ; step += 1) {
    const every = ordered.filter((_, nth) => nth % step === anchor % step);
    if (step >= labels.length || every.every((at, nth) => nth === 0 || !touch(every[nth - 1] ?? 0, at))) {
      return rest < 0 ? every : [...every.filter((at) => !touch(at, rest)), rest];
    }
  }
}

/** For each label, the widths in which it is hidden. */
export function hidden(names: readonly string[], labels: readonly string[]): readonly string[] {
  const sets = WIDTHS.map((width) => shown(names, labels, width));
  return labels.map((_, index) => WIDTHS.filter((__, nth) => !sets[nth]?.includes(index)).join(' '));
}

/** The widths in which values above the columns would touch: there none is shown. */
export function crowded(names: readonly string[], values: readonly string[]): string {
  return WIDTHS.filter((width) => shown(names, values, width).length < values.length).join(' ');
}
