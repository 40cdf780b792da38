// Shows a link once, with a button that copies it: the server keeps nothing from which it could be shown again.
import { Check, Copy } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { announce } from '@/ui/announce.ts';
import { Button } from '@/ui/Button.tsx';
import { copyText } from '@/ui/copyText.ts';
import { Dialog, DialogActions } from '@/ui/Dialog.tsx';
import styles from './LinkDialog.module.css';

interface LinkDialogProps {
  readonly title: string;
  /** How often and how long it works. */
  readonly children: ReactNode;
  readonly link: string;
  readonly onClose: () => void;
}

export function LinkDialog({ title, children, link, onClose }: LinkDialogProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();

  const copy = async () => {
    const copied = await copyText(link);
    setOutcome(copied ? 'copied' : 'failed');
    if (copied) announce('Copied');
  };

  const Icon = outcome === 'copied' ? Check : Copy;
  // Locked: a press beside the dialog would lose the link.
  return (
    <Dialog title={title} onClose={onClose} locked>
      {children}
      <code className={styles.link}>{link}</code>
      {outcome === 'failed' ? (
        <p role="alert">The browser did not allow copying. Select the link instead.</p>
      ) : null}
      <DialogActions>
        <Button data-safe onClick={() => void copy()}>
          <Icon aria-hidden size={18} />
          <span>{outcome === 'copied' ? 'Copied' : 'Copy the link'}</span>
        </Button>
        <Button variant="secondary" onClick={onClose}>
          I have the link: close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
