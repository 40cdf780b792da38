// The club's disputes of a month, with their answers. One that is open can be taken back.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { announce, Badge, Button, Card, Dialog, Region, Row } from '@/ui';
import flush from '@/ui/flush.module.css';
import { ReasonForm } from '@/club/features/arrivals/ReasonForm.tsx';
import { reloadStatements, withdrawDispute, type Dispute } from './queries.ts';
import styles from './Statement.module.css';
import { changeText, disputeTitle, instantText, outcomeText, toneOf } from './words.ts';

const WITHDRAW_REASONS = ['Klopt toch', 'Vergissing'];

export function Disputes({ disputes }: { readonly disputes: readonly Dispute[] }) {
  const [withdrawn, setWithdrawn] = useState<Dispute>();
  if (disputes.length === 0) return null;
  return (
    <Region title="Bezwaren">
      <ul className={styles.rows}>
        {disputes.map((dispute) => (
          <DisputeCard key={dispute.dispute} dispute={dispute} onWithdraw={() => setWithdrawn(dispute)} />
        ))}
      </ul>
      {withdrawn ? <WithdrawDialog dispute={withdrawn} onClose={() => setWithdrawn(undefined)} /> : null}
    </Region>
  );
}

interface DisputeCardProps {
  readonly dispute: Dispute;
  readonly onWithdraw: () => void;
}

function DisputeCard({ dispute, onWithdraw }: DisputeCardProps) {
  const { outcome } = dispute;
  const title = disputeTitle(dispute);
  return (
    <Card as="li" gap={2} id={dispute.dispute} tabIndex={-1}>
      <Row gap={2} align="center" between>
        <h3 className="text-size">{title}</h3>
        {outcome === 'withdrawn' ? (
          <span className="soft small">{outcomeText(dispute)}</span>
        ) : (
          <Badge tone={toneOf(dispute)}>{outcomeText(dispute)}</Badge>
        )}
      </Row>
      <DisputeTexts dispute={dispute} />
      {outcome === null ? (
        <div>
          <Button
            variant="quiet"
            className={flush.flush}
            aria-label={`bezwaar van ${title} intrekken`}
            onClick={onWithdraw}
          >
            intrekken
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

export function DisputeTexts({ dispute }: { readonly dispute: Dispute }) {
  const { outcome, reason, answer, adjustment_cents, disputed_at, ended_at } = dispute;
  return (
    <>
      <p>{`${reason} (${instantText(disputed_at)})`}</p>
      {answer === null || ended_at === null ? null : (
        <p>{`${outcome === 'withdrawn' ? 'Ingetrokken' : 'Antwoord'}: ${answer} (${instantText(ended_at)})`}</p>
      )}
      {adjustment_cents === 0 ? null : (
        <p className="numbers">{`${changeText(adjustment_cents)}, op de eerstvolgende afrekening.`}</p>
      )}
    </>
  );
}

interface WithdrawDialogProps {
  readonly dispute: Dispute;
  readonly onClose: () => void;
}

function WithdrawDialog({ dispute, onClose }: WithdrawDialogProps) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  return (
    <Dialog title="Bezwaar intrekken" onClose={onClose} locked={busy} returnTo={dispute.dispute}>
      <ReasonForm
        explanation={<p>{`${disputeTitle(dispute)}: ${dispute.reason}`}</p>}
        reasons={WITHDRAW_REASONS}
        confirmLabel="intrekken"
        failure="Het bezwaar is niet ingetrokken. Probeer het later opnieuw."
        send={async (reason) => {
          await withdrawDispute(dispute.dispute, reason);
          // First: the button that opened this is gone then, and the card gets the focus.
          await reloadStatements(queries);
          announce('Het bezwaar is ingetrokken.');
          onClose();
        }}
        onBusy={setBusy}
        onBack={onClose}
      />
    </Dialog>
  );
}
