// The acts on the account as a whole, beside the member's name.
import { Button, Row } from '@/ui';
import type { OnAct } from './acts.ts';

interface AccountActsProps {
  readonly isDisabled: boolean;
  readonly onAct: OnAct;
  /** Undefined for an operator who may not erase. */
  readonly onErase: (() => void) | undefined;
}

export function AccountActs({ isDisabled, onAct, onErase }: AccountActsProps) {
  if (!onAct && !onErase) return null;
  return (
    <Row gap={2} role="group" aria-label="Acts on the account">
      {onAct && !isDisabled ? (
        <>
          <Button variant="secondary" onClick={() => onAct({ act: 'impersonate' })}>
            Open the portal as this member…
          </Button>
          <Button variant="secondary" onClick={() => onAct({ act: 'email' })}>
            Change the e-mail address…
          </Button>
        </>
      ) : null}
      {onAct ? (
        <Button variant="secondary" onClick={() => onAct({ act: isDisabled ? 'enable' : 'disable' })}>
          {isDisabled ? 'Enable the account…' : 'Disable the account…'}
        </Button>
      ) : null}
      {onErase ? (
        <Button variant="danger" onClick={onErase}>
          Erase this member…
        </Button>
      ) : null}
    </Row>
  );
}
