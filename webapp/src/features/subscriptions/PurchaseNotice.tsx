// How the payment went: paid, still open, or not.
import { Alert, Notice, Status } from '@/ui/Alert.tsx';
import { Button, ButtonLink } from '@/ui/Button.tsx';
import type { Outcome, Purchase } from './purchaseOutcome.ts';

interface PurchaseNoticeProps {
  readonly outcome: Outcome;
  readonly purchase: Purchase | null;
  readonly checking: boolean;
  readonly onCheck: () => void;
}

export function PurchaseNotice({ outcome, purchase, checking, onCheck }: PurchaseNoticeProps) {
  if (outcome.kind === 'paid') return <Status>{outcome.text}</Status>;
  if (outcome.kind === 'open') {
    return (
      <Notice>
        <p role="status">
          Je betaling wordt nog verwerkt. Zodra de bank hem bevestigt, zie je dat hier. Betaal niet opnieuw.
        </p>
        <Button look="secondary" busyText={checking && 'bezig…'} onClick={onCheck}>
          opnieuw controleren
        </Button>
      </Notice>
    );
  }
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
