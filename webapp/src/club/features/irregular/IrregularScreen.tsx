// The scans of the last days that count for nobody until the club decides, and what was decided.
import { useQueryClient } from '@tanstack/react-query';
import { memo, useEffect, useMemo, useState } from 'react';
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
import { useClubSession } from '@/club/api/session.ts';
import { CORRECTION_DAYS } from '@/club/features/arrivals/day.ts';
import { useLiveDays } from '@/club/features/arrivals/live.ts';
import { dayChanged, decideScan, useDays } from '@/club/features/arrivals/queries.ts';
import { ReasonForm } from '@/club/features/arrivals/ReasonForm.tsx';
import {
  actOf,
  canCount,
  consequenceOf,
  factsOf,
  parted,
  reasonsOf,
  titleOf,
  type DatedScan,
} from './irregular.ts';
import styles from './Irregular.module.css';

interface Decision {
  /** One, or several that cannot count. */
  readonly scans: readonly DatedScan[];
  readonly counts: boolean;
}

const headingOf = (scan: string) => `scan-${scan}`;

export function IrregularScreen() {
  const today = serverToday();
  const dates = useMemo(
    () => Array.from({ length: CORRECTION_DAYS + 1 }, (_, days) => addDays(today, -days)),
    [today],
  );
  const isManager = useClubSession().role === 'manager';
  const query = useDays(dates);
  useLiveDays();
  const [decision, setDecision] = useState<Decision>();
  const [next, setNext] = useState<{ readonly id: string }>();
  const decide = useStableCallback((scan: DatedScan, counts: boolean) =>
    setDecision({ scans: [scan], counts }),
  );
  const parts = useMemo(() => query.data && parted(query.data), [query.data]);
  // The button that was pressed goes away with its scan.
  useEffect(() => {
    if (next) (document.getElementById(next.id) ?? document.querySelector('h1'))?.focus();
  }, [next]);

  const decided = ({ scans }: Decision) => {
    const open = parts?.open ?? [];
    const index = open.findIndex(({ scan }) => scan === scans[0]?.scan);
    setDecision(undefined);
    setNext({ id: headingOf((open[index + 1] ?? open[index - 1])?.scan ?? '') });
  };

  return (
    <Page
      title="Te beslissen"
      intro={`Afwijkende scans van vandaag en de ${CORRECTION_DAYS} dagen ervoor. ${
        isManager ? 'Ze tellen pas mee als je dat besluit.' : 'Een beheerder beslist of ze meetellen.'
      }`}
      full
    >
      <Loaded query={{ ...query, data: parts }}>
        {({ open, hopeless, decided: done }) => {
          const correctable = new Set(
            query.data?.filter(({ can_correct }) => isManager && can_correct).map(({ date }) => date),
          );
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
          const decidable = hopeless.filter(({ date }) => correctable.has(date));
          return (
            <>
              {open.length > 0 ? <Region title="Open">{cards(open)}</Region> : null}
              {hopeless.length > 0 ? (
                <Region title="Zonder speler van de club">
                  <p>Deze scans kunnen niet meetellen.</p>
                  <ul className="lined">
                    {hopeless.map((scan) => (
                      <li key={scan.scan} className={styles.hopeless}>
                        <h3 className="text-size">{titleOf(scan)}</h3>
                        <p>{factsOf(scan)}</p>
                      </li>
                    ))}
                  </ul>
                  {decidable.length > 0 ? (
                    <Row>
                      <Button
                        variant="secondary"
                        onClick={() => setDecision({ scans: decidable, counts: false })}
                      >
                        {actOf(decidable.length, false)}
                      </Button>
                    </Row>
                  ) : null}
                </Region>
              ) : null}
              {open.length + hopeless.length === 0 ? <EmptyState title="Er is niets te beslissen." /> : null}
              {done.length > 0 ? <Region title="Besloten">{cards(done)}</Region> : null}
            </>
          );
        }}
      </Loaded>
      {decision ? (
        <DecisionDialog
          {...decision}
          onClose={() => setDecision(undefined)}
          onDecided={() => decided(decision)}
        />
      ) : null}
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
          <h3 id={headingOf(scan.scan)} tabIndex={-1} className={styles.name}>
            {titleOf(scan)}
          </h3>
          {counts === null ? null : (
            <Badge tone={counts ? 'green' : 'sand'}>{counts ? 'telt mee' : 'telt niet mee'}</Badge>
          )}
        </Row>
        <p>{factsOf(scan)}</p>
        {counts === null ? null : <p>{`Reden van het besluit: ${reason ?? 'onbekend'}`}</p>}
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

interface DecisionDialogProps extends Decision {
  readonly onClose: () => void;
  readonly onDecided: () => void;
}

function DecisionDialog({ scans, counts, onClose, onDecided }: DecisionDialogProps) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const act = actOf(scans.length, counts);
  const [first] = scans;
  if (!first) return null;
  const who = first.name === null ? 'De scan' : `De scan van ${first.name}`;
  return (
    <Dialog title={counts ? 'Telt mee' : 'Telt niet mee'} onClose={onClose} locked={busy}>
      <ReasonForm
        explanation={
          scans.length > 1 ? (
            <p>{`De ${scans.length} scans blijven bewaard. Er komt geen aankomst bij.`}</p>
          ) : (
            <>
              <p>{`${titleOf(first)}: ${factsOf(first)}`}</p>
              <p>{consequenceOf(first, counts)}</p>
            </>
          )
        }
        reasons={reasonsOf(first, counts)}
        confirmLabel={act}
        failure="Het besluit is niet bewaard. Probeer het later opnieuw."
        send={async (reason) => {
          // After a failure the ones before it are sent again, which changes nothing.
          for (const scan of scans) await decideScan(scan.date, scan, counts, reason);
          for (const date of new Set(scans.map((scan) => scan.date))) void dayChanged(queries, date);
          announce(scans.length > 1 ? `${scans.length} scans tellen niet mee.` : `${who} ${act}.`);
          onDecided();
        }}
        onBusy={setBusy}
        onBack={onClose}
      />
    </Dialog>
  );
}
