// A column for each row of a table, with its series stacked. Lengths are shares of the width, so that letters keep their
// size on every screen. Hidden from screen readers: the table beside it has the same numbers.
import { cellText, label, shortLabel, ticks } from './format.ts';
import styles from './Chart.module.css';
import type { Part } from './schemas.ts';

const HEIGHT = 180;
const TOP = 12;
/** Labels under the columns, at most: more would touch on a telephone. */
const MOST_LABELS = 12;

export function ColumnsChart({ part }: { readonly part: Part }) {
  const { columns, rows, chart } = part;
  const kind = columns[chart.series[0] ?? 0]?.kind ?? 'count';
  const drawn = rows.map((row) => ({
    name: String(row[0] ?? ''),
    // What is not known is not drawn.
    values: chart.series.map((index) => (row[index] === null ? null : Number(row[index]))),
  }));
  const totals = drawn.map(({ values }) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0));
  const marks = ticks(Math.max(0, ...totals), kind);
  const highest = marks.at(-1) ?? 1;
  const height = (value: number) => (value / highest) * HEIGHT;
  const y = (value: number) => TOP + HEIGHT - height(value);
  const width = 100 / Math.max(1, drawn.length);
  const step = Math.ceil(drawn.length / MOST_LABELS);

  return (
    <div className={styles.columns} aria-hidden>
      <svg className={styles.axis} height={TOP + HEIGHT + 4} width="3.25rem">
        {marks.map((mark) => (
          <text key={mark} x="100%" dx="-6" y={y(mark) + 4} className={styles.tick}>
            {cellText(mark, kind)}
          </text>
        ))}
      </svg>
      <svg className={styles.plot} height={TOP + HEIGHT + 24} width="100%">
        {marks.map((mark) => (
          <line key={mark} x1="0" x2="100%" y1={y(mark)} y2={y(mark)} className={styles.line} />
        ))}
        {drawn.map(({ name, values }, row) => {
          let below = 0;
          return (
            <g key={name}>
              {values.map((value, series) => {
                if (value === null) return null;
                below += value;
                const title = columns[chart.series[series] ?? 0]?.title ?? '';
                return (
                  <rect
                    key={title}
                    x={`${(row + 0.15) * width}%`}
                    width={`${0.7 * width}%`}
                    y={y(below)}
                    height={height(value)}
                    data-series={series % 7}
                  >
                    <title>{`${label(name)}, ${title}: ${cellText(value, kind)}`}</title>
                  </rect>
                );
              })}
              {row % step === 0 ? (
                <text
                  x={`${(row + 0.5) * width}%`}
                  y={TOP + HEIGHT + 18}
                  className={styles.label}
                  data-odd={(row / step) % 2 === 1}
                >
                  {shortLabel(name)}
                </text>
              ) : null}
            </g>
          );
        })}
      </svg>
    </div>
  );
}
