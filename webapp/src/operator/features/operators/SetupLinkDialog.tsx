// Shows the link of a new or reset operator, once: the server keeps nothing from which it could be shown again.
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { announce } from '@/ui/announce.ts';
import { Button } from '@/ui/Button.tsx';
import { Dialog, DialogActions } from '@/ui/Dialog.tsx';
import styles from './SetupLinkDialog.module.css';

interface SetupLinkDialogProps {
  readonly link: string;
  readonly name: string;
  readonly onClose: () => void;
}

export function SetupLinkDialog({ link, name, onClose }: SetupLinkDialogProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setOutcome('copied');
      announce('Copied');
    } catch {
      setOutcome('failed');
    }
  };

  const Icon = outcome === 'copied' ? Check : Copy;
  // Locked: a press beside the dialog would lose the link.
  return (
    <Dialog title={`The link for ${name}`} onClose={onClose} locked>
      <p>
        Give this link to {name} in a way that nobody else can read. It works once, for 24 hours, and is not
        shown again.
      </p>
      <code className={styles.link}>{link}</code>
      {outcome === 'failed' ? (
        <p role="alert">The browser did not allow copying. Select the link instead.</p>
      ) : null}
      <DialogActions>
        <Button data-safe onClick={() => void copy()}>
          <Icon aria-hidden size={18} />
          {outcome === 'copied' ? 'Copied' : 'Copy the link'}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          I have the link: close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
