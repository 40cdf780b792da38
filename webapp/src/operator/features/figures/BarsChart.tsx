// A horizontal bar for each row of a table, with its name above it and its value behind it. Hidden from screen readers:
// the table beside it has the same numbers.
import type { FiguresAnswer } from '../../api/generated/FiguresAnswer.ts';
import type { FiguresPart } from '../../api/generated/FiguresPart.ts';
import { colour, drawnRows } from './axis.ts';
import { cellText, label } from './format.ts';
import styles from './Chart.module.css';

const ROW = 44;
const BAR = 16;
/** Of the width, in percent: the value stands behind it. */
const LONGEST = 82;

interface BarsChartProps {
  readonly part: FiguresPart;
  readonly period: FiguresAnswer['period'];
}

export function BarsChart({ part, period }: BarsChartProps) {
  const { columns, chart } = part;
  const index = chart.series[0] ?? 1;
  const kind = columns[index]?.kind ?? 'count';
  // A bar of nothing is no bar: the table has its row.
  const drawn = drawnRows(part, period)
    .slice(0, chart.limit ?? undefined)
    .filter((row) => row[index] !== 0);
  const values = drawn.map((row) => (typeof row[index] === 'number' ? row[index] : 0));
  const longest = kind === 'share' ? 1 : Math.max(1, ...values);
  return (
    <svg aria-hidden className={styles.bars} width="100%" height={Math.max(1, drawn.length) * ROW}>
      {drawn.map((row, nth) => {
        const top = nth * ROW;
        const name = nameOf(row[0], columns[1]?.kind === 'text' ? row[1] : null);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two passes may have one name
          <g key={`${name} ${nth}`}>
            <text x="0" y={top + 14} className={styles.name}>
              {name}
            </text>
            <text x="100%" y={top + 33} className={styles.value}>
              {cellText(row[index], kind)}
            </text>
            <rect x="0" y={top + 20} width={`${LONGEST}%`} height={BAR} className={styles.track} />
            <rect
              x="0"
              y={top + 20}
              width={`${Math.min(1, (values[nth] ?? 0) / longest) * LONGEST}%`}
              height={BAR}
              data-series={colour(String(row[0] ?? ''), 0)}
            />
          </g>
        );
      })}
    </svg>
  );
}

/** The first cell, and the second where it is a text as well, such as the state of a pass. */
function nameOf(first: unknown, second: unknown): string {
  const name = label(String(first ?? ''));
  return typeof second === 'string' ? `${name} (${second})` : name;
}
