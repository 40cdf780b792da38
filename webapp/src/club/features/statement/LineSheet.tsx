// All that is known about a line, and the way to dispute it.
import { useState } from 'react';
import { Badge, Button, Dialog, DialogActions, Fact, longDate } from '@/ui';
import { capital } from '@/club/features/arrivals/words.ts';
import { DisputeForm } from './DisputeForm.tsx';
import { DisputeTexts } from './Disputes.tsx';
import { useAccepted, type Dispute, type Line } from './queries.ts';
import styles from './Statement.module.css';
import { amountText, disputeOf, factText, lineText, monthText, subjectText } from './words.ts';

interface LineSheetProps {
  readonly line: Line;
  readonly disputes: readonly Dispute[];
  /** None where it is too late. */
  readonly onDispute: (() => void) | undefined;
  readonly onClose: () => void;
}

export function LineSheet({ line, disputes, onDispute, onClose }: LineSheetProps) {
  const { date, start_time, kind, place, net_cents, is_correction, is_disputed, facts } = line;
  const accepted = useAccepted(line);
  const dispute = accepted ?? disputeOf(line, disputes);
  const why = kind === 'absence' ? 'Waarom' : 'Aankomst';
  return (
    <Dialog
      title={
        kind === 'adjustment' && !accepted
          ? capital(lineText(line))
          : capital(`${subjectText(accepted ?? line)}, ${lineText(line)}`)
      }
      onClose={onClose}
    >
      <dl className={styles.facts}>
        <Fact term="Dag">{capital(longDate(date))}</Fact>
        {start_time ? <Fact term="Starttijd">{start_time}</Fact> : null}
        <Fact term="Bedrag excl. btw">{amountText(net_cents)}</Fact>
        {is_correction ? <Fact term="Hoort bij">{monthText(line.month)}</Fact> : null}
      </dl>
      {facts.length > 0 ? (
        <section aria-label={why}>
          <h3 className="text-size">{why}</h3>
          <ol className={styles.reasons}>
            {facts.map((fact) => (
              <li key={fact.position}>{factText(fact, kind)}</li>
            ))}
          </ol>
        </section>
      ) : null}
      {is_disputed ? (
        <div>
          <Badge tone="sand">bezwaar in behandeling</Badge>
        </div>
      ) : null}
      {dispute ? (
        <section aria-label="Bezwaar">
          <h3 className="text-size">Bezwaar</h3>
          <DisputeTexts dispute={dispute} />
        </section>
      ) : null}
      <DialogActions>
        {onDispute && place !== null && !is_disputed ? (
          <Button variant="secondary" onClick={onDispute}>
            {dispute ? 'opnieuw bezwaar maken…' : 'bezwaar maken…'}
          </Button>
        ) : null}
        <Button variant="secondary" data-safe onClick={onClose}>
          sluiten
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface DisputeDialogProps {
  readonly month: string;
  /** None: a round is missing. */
  readonly line: Line | null;
  /** Of the round that is missing; none: it is asked. */
  readonly date: string | null;
  readonly isAgain: boolean;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** A dialog of its own: in the one of the line, the focus would stay on a button that is gone. */
export function DisputeDialog({ line, isAgain, ...props }: DisputeDialogProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      title={line ? (isAgain ? 'Opnieuw bezwaar maken' : 'Bezwaar maken') : 'Er ontbreekt een ronde'}
      onClose={props.onBack}
      locked={busy}
    >
      <DisputeForm line={line} onBusy={setBusy} {...props} />
    </Dialog>
  );
}
