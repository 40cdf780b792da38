// A column for each row of a table, with its series stacked. Lengths are shares of the width, so that letters keep their
// size on every screen. Hidden from screen readers: the table beside it has the same numbers.
import type { FiguresAnswer } from '../../api/generated/FiguresAnswer.ts';
import type { FiguresPart } from '../../api/generated/FiguresPart.ts';
import { colour, crowded, drawnRows, hidden, isRest, slots } from './axis.ts';
import { cellText, label, shortLabel, ticks, yearUnder } from './format.ts';
import styles from './Chart.module.css';

const HEIGHT = 180;
const TOP = 18;
const BOTTOM = 24;
/** The line with the years. */
const YEARS = 16;

const percent = (share: number) => `${share * 100}%`;

interface ColumnsChartProps {
  readonly part: FiguresPart;
  readonly period: FiguresAnswer['period'];
}

export function ColumnsChart({ part, period }: ColumnsChartProps) {
  const { columns, chart } = part;
  const rows = drawnRows(part, period);
  const kind = columns[chart.series[0] ?? 0]?.kind ?? 'count';
  const names = rows.map((row) => String(row[0] ?? ''));
  // An unknown value is not drawn.
  const drawn = rows.map((row) =>
    chart.series.map((index) => (typeof row[index] === 'number' ? row[index] : null)),
  );
  const totals = drawn.map((values) => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  });
  const marks = ticks(Math.max(0, ...totals.map((total) => total ?? 0)), kind);
  const highest = marks.at(-1) ?? 1;
  const height = (value: number) => (value / highest) * HEIGHT;
  const y = (value: number) => TOP + HEIGHT - height(value);

  const { width, middles } = slots(names);
  const labels = names.map(shortLabel);
  const hiddenIn = hidden(names, labels);
  // No share is no column, as one that is not known.
  const values = totals.map((total) => cellText(kind === 'share' && total === 0 ? null : total, kind));
  const crowdedIn = crowded(names, values);
  const years = names.map((_, row) => yearUnder(names, row));
  const bottom = BOTTOM + (years.some(Boolean) ? YEARS : 0);

  return (
    <div className={styles.columns} aria-hidden>
      <svg height={TOP + HEIGHT + 4} width="3.25rem">
        {marks.map((mark) => (
          <text key={mark} x="100%" dx="-6" y={y(mark) + 4} className={styles.tick}>
            {cellText(mark, kind)}
          </text>
        ))}
      </svg>
      <div className={styles.frame}>
        <svg className={styles.plot} height={TOP + HEIGHT + bottom} width="100%">
          {marks.map((mark) => (
            <line key={mark} x1="0" x2="100%" y1={y(mark)} y2={y(mark)} className={styles.line} />
          ))}
          {drawn.map((series, row) => {
            const name = names[row] ?? '';
            const middle = percent(middles[row] ?? 0);
            let below = 0;
            return (
              <g key={name}>
                {series.map((value, nth) => {
                  if (value === null) return null;
                  below += value;
                  const title = columns[chart.series[nth] ?? 0]?.title ?? '';
                  return (
                    <rect
                      key={title}
                      x={percent((middles[row] ?? 0) - 0.35 * width)}
                      width={percent(0.7 * width)}
                      y={y(below)}
                      height={height(value)}
                      data-series={
                        series.length === 1 && isRest(name) ? colour(name, nth) : colour(title, nth)
                      }
                    >
                      <title>{`${label(name)}, ${title}: ${cellText(value, kind)}`}</title>
                    </rect>
                  );
                })}
                <text
                  x={middle}
                  y={y(totals[row] ?? 0) - 5}
                  className={styles.total}
                  // A month without a figure is marked in every width.
                  data-hidden={totals[row] === null ? '' : crowdedIn}
                >
                  {values[row]}
                </text>
                <text x={middle} y={TOP + HEIGHT + 18} className={styles.label} data-hidden={hiddenIn[row]}>
                  {labels[row]}
                </text>
                {years[row] ? (
                  <text x={middle} y={TOP + HEIGHT + 18 + YEARS} className={styles.label}>
                    {years[row]}
                  </text>
                ) : null}
              </g>
            );
          })}
        </svg>
      </div>
    </div>
  );
}
