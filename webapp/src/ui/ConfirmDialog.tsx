// Asks before something is done that cannot be undone. A failure is shown inside; the button that leads back has the focus.
import type { ReactNode } from 'react';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';
import { texts } from './texts.ts';

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly busy: boolean;
  readonly failure: string | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, busy, failure, onConfirm, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose} locked={busy}>
      {children}
      <Alert>{failure}</Alert>
      <DialogActions>
        <Button variant="danger" busyText={busy && texts().busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
        <Button variant="secondary" data-safe disabled={busy} onClick={onClose}>
          {texts().back}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
