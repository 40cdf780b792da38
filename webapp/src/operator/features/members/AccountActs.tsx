// The acts on the account as a whole, beside the member's name.
import { Button, Row } from '@/ui';
import type { ProfileTexts } from '../../api/generated/ProfileTexts.ts';
import type { OnAct } from './acts.ts';
import styles from './Overview.module.css';

interface AccountActsProps {
  readonly isDisabled: boolean;
  /** A node of the release before does not send it. */
  readonly profile: ProfileTexts | undefined;
  readonly onAct: OnAct;
  /** Undefined for an operator who may not erase. */
  readonly onErase: (() => void) | undefined;
}

export function AccountActs({ isDisabled, profile, onAct, onErase }: AccountActsProps) {
  if (!onAct && !onErase) return null;
  return (
    <Row gap={2} className={styles.acts} role="group" aria-label="Acts on the account">
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
      {onAct && profile ? (
        <Button variant="secondary" onClick={() => onAct({ act: 'profile', profile })}>
          Correct the profile…
        </Button>
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
