// The dialog of an act that needs nothing but a reason.
import type { ReactNode } from 'react';
import { ActDialog } from './ActDialog.tsx';

interface ReasonDialogProps {
  readonly title: string;
  /** What will happen, and to whom. */
  readonly explanation: ReactNode;
  readonly confirmLabel: string;
  readonly isDangerous?: boolean;
  /** Closes the dialog itself after a success, by no longer rendering it. */
  readonly onConfirm: (reason: string) => Promise<void>;
  readonly onClose: () => void;
}

export function ReasonDialog(props: ReasonDialogProps) {
  return <ActDialog {...props} />;
}
