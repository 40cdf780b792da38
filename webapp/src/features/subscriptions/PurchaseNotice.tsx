// The outcome of the payment: paid, still open, unknown, or not paid.
import { useEffect } from 'react';
import { Alert, Notice, Status, announce, Button, ButtonLink } from '@/ui';
import type { Outcome, Purchase } from './purchaseOutcome.ts';

const undecidedTexts = {
  open: 'Je betaling wordt nog verwerkt. Zodra de bank hem bevestigt, zie je dat hier. Betaal niet opnieuw.',
  unknown: 'We konden niet nagaan of je betaling is gelukt. Controleer het eerst voordat je opnieuw betaalt.',
};

interface PurchaseNoticeProps {
  readonly outcome: Outcome;
  readonly purchase: Purchase | null;
  readonly checking: boolean;
  readonly onCheck: () => void;
}

export function PurchaseNotice({ outcome, purchase, checking, onCheck }: PurchaseNoticeProps) {
  if (outcome.kind === 'paid') return <Status>{outcome.text}</Status>;
  if (outcome.kind === 'unpaid') {
    return (
      <Alert>
        <p>{outcome.text}</p>
        {outcome.detail ? <p>{outcome.detail}</p> : null}
        <ButtonLink to={purchase === 'federationregistration' ? '/federation/buy' : '/vouchers/buy'}>
          opnieuw proberen
        </ButtonLink>
      </Alert>
    );
  }
  return (
    <Notice>
      <Undecided text={undecidedTexts[outcome.kind]} />
      <Button variant="secondary" busyText={checking && 'bezig…'} onClick={onCheck}>
        opnieuw controleren
      </Button>
    </Notice>
  );
}

/** Announced like a `Status`: a live region that comes together with its text is not read. */
function Undecided({ text }: { readonly text: string }) {
  useEffect(() => announce(text), [text]);
  return (
    <p role="status" aria-live="off">
      {text}
    </p>
  );
}
