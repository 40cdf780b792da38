// Lines of a statement, each with what made it as it is. A press tells all of it.
import { ChevronRight } from 'lucide-react';
import { Badge, briefDate, dotted, Status } from '@/ui';
import type { Subject } from './draft.ts';
import { useAccepted, type Dispute, type Line } from './queries.ts';
import styles from './Statement.module.css';
import {
  amountText,
  changeText,
  disputeOf,
  lineText,
  monthText,
  outcomeText,
  reasonOf,
  subjectText,
  toneOf,
} from './words.ts';

interface LineRowsProps {
  readonly lines: readonly Line[];
  readonly disputes: readonly Dispute[];
  /** What was disputed just now. */
  readonly sent?: Subject | undefined;
  /** Where the lines are not below their day. */
  readonly isDated?: boolean;
  readonly onOpen: (line: Line) => void;
}

const keyOf = ({ place, dispute, kind, net_cents, holes }: Line) =>
  `${place ?? dispute} ${kind} ${net_cents} ${holes}`;

export function LineRows({ lines, disputes, sent, isDated = false, onOpen }: LineRowsProps) {
  return (
    <ul className="lined">
      {lines.map((line) => (
        <li key={keyOf(line)}>
          <button type="button" className={styles.line} onClick={() => onOpen(line)}>
            <LineFacts line={line} dispute={disputeOf(line, disputes)} isDated={isDated} />
            <ChevronRight aria-hidden size={20} className="soft" />
          </button>
          {sent?.line && keyOf(sent.line) === keyOf(line) ? <Sent /> : null}
        </li>
      ))}
    </ul>
  );
}

export function Sent() {
  return (
    <div className={styles.sent}>
      <Status>Bezwaar verstuurd.</Status>
    </div>
  );
}

interface LineFactsProps {
  readonly line: Line;
  readonly dispute: Dispute | undefined;
  readonly isDated: boolean;
}

function LineFacts({ line, dispute, isDated }: LineFactsProps) {
  const accepted = useAccepted(line);
  const isAdjustment = line.kind === 'adjustment';
  const reason = isAdjustment ? `Hoort bij ${monthText(line.month)}` : reasonOf(line);
  return (
    <span className={styles.parts}>
      <span className={styles.what}>
        <span className="strong">
          {dotted([
            [isDated ? briefDate(line.date) : '', line.start_time].filter(Boolean).join(' '),
            isAdjustment ? (accepted ? subjectText(accepted) : '') : subjectText(line),
            lineText(line),
          ])}
        </span>
        {reason ? <span className="soft small">{reason}</span> : null}
        {line.is_disputed ? (
          <span>
            <Badge tone="sand">bezwaar in behandeling</Badge>
          </span>
        ) : dispute ? (
          <span>
            <Badge tone={toneOf(dispute)}>{outcomeText(dispute)}</Badge>
            {dispute.adjustment_cents === 0 ? null : (
              <span className="small">{` ${changeText(dispute.adjustment_cents)}`}</span>
            )}
          </span>
        ) : null}
      </span>
      <span className={styles.amount}>{amountText(line.net_cents)}</span>
    </span>
  );
}
