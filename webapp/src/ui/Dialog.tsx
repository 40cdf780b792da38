// The native modal dialog: it traps focus, closes on Escape and returns focus by itself. The safe button asks
// for the first focus with `autoFocus`, so that Enter never does the irreversible thing by accident.
import { useEffect, useId, useRef, type ReactNode } from 'react';
import styles from './Dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** While a request runs the dialog must stay: its outcome is shown inside. */
  readonly locked?: boolean;
}

export function Dialog({ title, onClose, children, locked }: DialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    // The element that opened us may be gone when we close, with what it belonged to: then the page's heading.
    const opener = document.activeElement;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-safe]')?.focus();
    return () => {
      element?.close();
      const back =
        opener instanceof HTMLElement && opener.isConnected ? opener : document.querySelector('h1');
      back?.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!locked) onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current && !locked) onClose();
      }}
    >
      <div className={styles.sheet}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}

/** The buttons at the foot of a dialog. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
