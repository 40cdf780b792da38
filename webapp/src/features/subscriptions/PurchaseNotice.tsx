// The outcome of the payment: paid, still open, unknown, cancelled by the member, or not paid.
import { useEffect } from 'react';
import { Alert, Notice, Status, announce, Button, ButtonLink } from '@/ui';
import type { Outcome, Purchase } from './purchaseOutcome.ts';

const undecidedTexts = {
  open: 'Je betaling wordt nog verwerkt. Zodra de bank hem bevestigt, zie je dat hier. Betaal niet opnieuw.',
  unknown: 'We konden niet nagaan of je betaling is gelukt. Controleer het eerst voordat je opnieuw betaalt.',
};

/** The id of the heading above the vouchers. */
export const VOUCHERS = 'vouchers';

interface PurchaseNoticeProps {
  readonly outcome: Outcome;
  readonly purchase: Purchase | null;
  readonly checking: boolean;
  readonly onCheck: () => void;
}

export function PurchaseNotice({ outcome, purchase, checking, onCheck }: PurchaseNoticeProps) {
  if (outcome.kind === 'paid') {
    return (
      <Status>
        <p>{outcome.text}</p>
        {purchase === 'freevoucher' ? <a href={`#${VOUCHERS}`}>naar je vouchers</a> : null}
      </Status>
    );
  }
  if (outcome.kind === 'unpaid' || outcome.kind === 'cancelled') {
    const again = (
      <ButtonLink
        to={purchase === 'federationregistration' ? '/federation/buy' : '/vouchers/buy'}
        variant="secondary"
      >
        opnieuw proberen
      </ButtonLink>
    );
    const { text, detail } = outcome;
    return outcome.kind === 'cancelled' ? (
      <Notice>
        <Announced text={[text, detail].join(' ')} />
        {again}
      </Notice>
    ) : (
      <Alert>
        <p>{text}</p>
        {detail ? <p>{detail}</p> : null}
        {again}
      </Alert>
    );
  }
  return (
    <Notice>
      <Announced text={undecidedTexts[outcome.kind]} />
      <Button variant="secondary" busyText={checking && 'bezig…'} onClick={onCheck}>
        opnieuw controleren
      </Button>
    </Notice>
  );
}

/** Announced like a `Status`: a live region that comes together with its text is not read. */
function Announced({ text }: { readonly text: string }) {
  useEffect(() => announce(text), [text]);
  return (
    <p role="status" aria-live="off">
      {text}
    </p>
  );
}
