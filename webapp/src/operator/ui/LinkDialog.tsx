// Shows a link once, with a button that copies it: the server keeps nothing from which it could be shown again.
import type { ReactNode } from 'react';
import { Button, Dialog, DialogActions } from '@/ui';
import styles from './LinkDialog.module.css';
import { useCopy } from './useCopy.ts';

interface LinkDialogProps {
  readonly title: string;
  /** How often and how long it works. */
  readonly children: ReactNode;
  readonly link: string;
  readonly onClose: () => void;
}

export function LinkDialog({ title, children, link, onClose }: LinkDialogProps) {
  const { isCopied, isRefused, Icon, copy } = useCopy(link);
  // Locked: a press beside the dialog would lose the link.
  return (
    <Dialog title={title} onClose={onClose} locked>
      {children}
      <code className={styles.link}>{link}</code>
      {isRefused ? <p role="alert">The browser did not allow copying. Select the link instead.</p> : null}
      <DialogActions>
        <Button data-safe onClick={copy}>
          <Icon aria-hidden size={18} />
          <span>{isCopied ? 'Copied' : 'Copy the link'}</span>
        </Button>
        <Button variant="secondary" onClick={onClose}>
          I have the link: close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
