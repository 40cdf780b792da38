// All that is known about a line, and the way to dispute it.
import { useState } from 'react';
import { Badge, Button, Dialog, DialogActions, Fact, longDate } from '@/ui';
import { capital } from '@/club/features/arrivals/words.ts';
import { DisputeForm } from './DisputeForm.tsx';
import type { Line } from './queries.ts';
import styles from './Statement.module.css';
import { amountText, factText, lineText, monthText, playerText } from './words.ts';

interface LineSheetProps {
  readonly month: string;
  readonly line: Line;
  readonly canDispute: boolean;
  readonly onClose: () => void;
}

export function LineSheet({ month, line, canDispute, onClose }: LineSheetProps) {
  const [isDisputing, setDisputing] = useState(false);
  const { date, kind, place, net_cents, is_correction, is_disputed, facts } = line;
  // A dialog of its own: otherwise the focus would stay on a button that is gone.
  if (isDisputing)
    return <DisputeDialog month={month} line={line} onBack={() => setDisputing(false)} onClose={onClose} />;
  return (
    <Dialog title={`${playerText(line)}, ${lineText(line)}`} onClose={onClose}>
      <dl className={styles.facts}>
        <Fact term="Dag">{capital(longDate(date))}</Fact>
        <Fact term="Bedrag excl. btw">{amountText(net_cents)}</Fact>
        {is_correction ? <Fact term="Hoort bij">{monthText(line.month)}</Fact> : null}
      </dl>
      {facts.length > 0 ? (
        <section aria-label="Waarom">
          <h3 className="text-size">Waarom</h3>
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
      <DialogActions>
        {canDispute && place !== null && !is_disputed ? (
          <Button variant="secondary" onClick={() => setDisputing(true)}>
            bezwaar maken…
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
  readonly line?: Line;
  /** Of the round that is missing; none: it is asked. */
  readonly date?: string;
  readonly onBack?: () => void;
  readonly onClose: () => void;
}

export function DisputeDialog({ month, line, date, onBack, onClose }: DisputeDialogProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog title={line ? 'Bezwaar maken' : 'Er ontbreekt een ronde'} onClose={onClose} locked={busy}>
      <DisputeForm
        month={month}
        line={line}
        date={line?.date ?? date}
        onBusy={setBusy}
        onBack={onBack ?? onClose}
        onDone={onClose}
      />
    </Dialog>
  );
}
