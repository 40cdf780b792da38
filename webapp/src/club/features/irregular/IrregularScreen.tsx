// The scans of the last days that count for nobody until the club decides, and what was decided.
import { useQueryClient } from '@tanstack/react-query';
import { memo, useMemo, useState } from 'react';
import { today as serverToday } from '@/api/clock.ts';
import {
  addDays,
  announce,
  Badge,
  Button,
  Card,
  Dialog,
  EmptyState,
  Loaded,
  Page,
  Region,
  Row,
  useStableCallback,
} from '@/ui';
import { useLiveDays } from '@/club/features/arrivals/live.ts';
import { dayChanged, decideScan, useDays } from '@/club/features/arrivals/queries.ts';
import { ReasonForm } from '@/club/features/arrivals/ReasonForm.tsx';
import {
  canCount,
  consequenceOf,
  parted,
  scannedText,
  titleOf,
  whyText,
  type DatedScan,
} from './irregular.ts';
import styles from './Irregular.module.css';

/** A day can be corrected until 7 days later. */
const DAYS = 8;

interface Decision {
  readonly scan: DatedScan;
  readonly counts: boolean;
}

export function IrregularScreen() {
  const today = serverToday();
  const dates = useMemo(() => Array.from({ length: DAYS }, (_, days) => addDays(today, -days)), [today]);
  const query = useDays(dates);
  useLiveDays();
  const [decision, setDecision] = useState<Decision>();
  const decide = useStableCallback((scan: DatedScan, counts: boolean) => setDecision({ scan, counts }));

  return (
    <Page
      title="Te beslissen"
      intro="Afwijkende scans van de laatste 8 dagen. Ze tellen pas mee als een beheerder dat besluit."
      full
    >
      <Loaded query={query}>
        {(days) => {
          const { open, decided } = parted(days);
          const correctable = new Set(days.filter(({ can_correct }) => can_correct).map(({ date }) => date));
          const cards = (scans: readonly DatedScan[]) => (
            <ul className={styles.scans}>
              {scans.map((scan) => (
                <ScanCard
                  key={scan.scan}
                  scan={scan}
                  onDecide={correctable.has(scan.date) ? decide : undefined}
                />
              ))}
            </ul>
          );
          return (
            <>
              {open.length > 0 ? (
                <Region title="Open">{cards(open)}</Region>
              ) : (
                <EmptyState title="Er is niets te beslissen." />
              )}
              {decided.length > 0 ? <Region title="Besloten">{cards(decided)}</Region> : null}
            </>
          );
        }}
      </Loaded>
      {decision ? <DecisionDialog {...decision} onClose={() => setDecision(undefined)} /> : null}
    </Page>
  );
}

interface ScanCardProps {
  readonly scan: DatedScan;
  /** None for who may not decide. */
  readonly onDecide: ((scan: DatedScan, counts: boolean) => void) | undefined;
}

/** A query's days give new objects of their scans at each fetch; only a decision changes what a card shows. */
const ScanCard = memo(
  function ScanCard({ scan, onDecide }: ScanCardProps) {
    const { counts, reason } = scan;
    return (
      <Card as="li" gap={2}>
        <Row gap={2} align="center" between>
          <h3 className={styles.name}>{titleOf(scan)}</h3>
          {counts === null ? null : (
            <Badge tone={counts ? 'green' : 'sand'}>{counts ? 'telt mee' : 'telt niet mee'}</Badge>
          )}
        </Row>
        <p>{scannedText(scan)}</p>
        <p>{whyText(scan)}</p>
        {counts === null ? null : <p>{`Reden van het besluit: ${reason ?? 'onbekend'}`}</p>}
        {counts === null && canCount(scan) ? <p>{`Telt mee: ${consequenceOf(scan, true)}`}</p> : null}
        {counts === null && !canCount(scan) ? <p>De code noemt niemand en kan dus niet meetellen.</p> : null}
        {counts === null ? <p>{`Telt niet mee: ${consequenceOf(scan, false)}`}</p> : null}
        {onDecide ? (
          <Row gap={2}>
            {counts !== true && canCount(scan) ? (
              <Button onClick={() => onDecide(scan, true)}>telt mee</Button>
            ) : null}
            {counts === false ? null : (
              <Button variant="secondary" onClick={() => onDecide(scan, false)}>
                telt niet mee
              </Button>
            )}
          </Row>
        ) : null}
      </Card>
    );
  },
  (before, after) =>
    before.onDecide === after.onDecide && JSON.stringify(before.scan) === JSON.stringify(after.scan),
);

const REASONS = {
  counts: ['Heeft hier gespeeld', 'Boeking stond verkeerd'],
  countsNot: ['Niet gespeeld', 'Verkeerde code', 'Dubbel'],
};

function DecisionDialog({ scan, counts, onClose }: Decision & { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const act = counts ? 'telt mee' : 'telt niet mee';
  return (
    <Dialog title={counts ? 'Telt mee' : 'Telt niet mee'} onClose={onClose} locked={busy}>
      <ReasonForm
        explanation={
          <>
            <p>{`${titleOf(scan)}. ${scannedText(scan)} ${whyText(scan)}`}</p>
            <p>{consequenceOf(scan, counts)}</p>
          </>
        }
        reasons={counts ? REASONS.counts : REASONS.countsNot}
        confirmLabel={act}
        failure="Het besluit is niet bewaard. Probeer het later opnieuw."
        send={async (reason) => {
          await decideScan(scan.date, scan, counts, reason);
          void dayChanged(queries, scan.date);
          announce(`De scan van ${titleOf(scan)} ${act}.`);
          onClose();
        }}
        onBusy={setBusy}
        onBack={onClose}
      />
    </Dialog>
  );
}
