// Shows the token of a system once: the server keeps nothing from which it could be shown again.
import { useState } from 'react';
import { announce, Button, copyText, Dialog, DialogActions } from '@/ui';
import type { ClubSystemToken } from '../../api/generated/ClubSystemToken.ts';
import styles from './Team.module.css';

export interface SystemToken extends ClubSystemToken {
  readonly name: string;
}

interface SystemTokenDialogProps {
  readonly system: SystemToken;
  readonly onClose: () => void;
}

const REFUSED = 'De browser staat kopiëren niet toe. Selecteer de sleutel en kopieer hem zelf.';

export function SystemTokenDialog({ system, onClose }: SystemTokenDialogProps) {
  const { name, token } = system;
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  const copy = async () => {
    const isCopied = await copyText(token);
    setOutcome(isCopied ? 'copied' : 'refused');
    if (isCopied) announce('gekopieerd');
  };
  // Locked: a press beside the dialog would lose the token.
  return (
    <Dialog title={`De sleutel van ${name}`} onClose={onClose} locked>
      <p>Zet deze sleutel in het systeem. Hij wordt niet opnieuw getoond.</p>
      <code className={styles.link}>{token}</code>
      {outcome === 'refused' ? <p role="alert">{REFUSED}</p> : null}
      <DialogActions>
        <Button data-safe onClick={() => void copy()}>
          {outcome === 'copied' ? 'gekopieerd' : 'sleutel kopiëren'}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          sluiten
        </Button>
      </DialogActions>
    </Dialog>
  );
}
