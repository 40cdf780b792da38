// Lines of a statement, each with what made it as it is. A press tells all of it.
import { ChevronRight } from 'lucide-react';
import { Badge, briefDate, dotted } from '@/ui';
import type { Line } from './queries.ts';
import styles from './Statement.module.css';
import { amountText, lineText, monthText, playerText, reasonOf } from './words.ts';

interface LineRowsProps {
  readonly lines: readonly Line[];
  /** Where the lines are not below their day. */
  readonly isDated?: boolean;
  readonly onOpen?: (line: Line) => void;
}

export function LineRows({ lines, isDated = false, onOpen }: LineRowsProps) {
  return (
    <ul className="lined">
      {lines.map((line) => (
        <li key={`${line.place ?? line.dispute} ${line.kind} ${line.net_cents} ${line.holes}`}>
          {onOpen ? (
            <button type="button" className={styles.line} onClick={() => onOpen(line)}>
              <LineFacts line={line} isDated={isDated} />
              <ChevronRight aria-hidden size={20} className="soft" />
            </button>
          ) : (
            <div className={styles.line}>
              <LineFacts line={line} isDated={isDated} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

interface LineFactsProps {
  readonly line: Line;
  readonly isDated: boolean;
}

function LineFacts({ line, isDated }: LineFactsProps) {
  const isAdjustment = line.kind === 'adjustment';
  const reason = isAdjustment ? `Hoort bij ${monthText(line.month)}` : reasonOf(line);
  return (
    <>
      <span className={styles.what}>
        <span className="strong">
          {dotted([
            isDated ? briefDate(line.date) : '',
            isAdjustment ? '' : playerText(line),
            lineText(line),
          ])}
        </span>
        {reason ? <span className="soft small">{reason}</span> : null}
        {line.is_disputed ? (
          <span>
            <Badge tone="sand">bezwaar in behandeling</Badge>
          </span>
        ) : null}
      </span>
      <span className={styles.amount}>{amountText(line.net_cents)}</span>
    </>
  );
}
