// The native modal dialog: the browser traps the focus and closes it on Escape. The button with
// `data-safe` gets the first focus, so that Enter does nothing irreversible by accident.
import { useEffect, useId, useRef, type ReactNode } from 'react';
import styles from './Dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** While a request runs the dialog stays open: its outcome is shown inside. */
  readonly locked?: boolean;
  /** The id of the element that comes in place of the one that opened the dialog. */
  readonly returnTo?: string;
}

export function Dialog({ title, onClose, children, locked, returnTo = '' }: DialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    // The element that opened the dialog may be removed before it closes: then the one in its place gets the focus, or
    // the heading.
    const opener = document.activeElement;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-safe]')?.focus();
    return () => {
      element?.close();
      const focusTarget =
        opener instanceof HTMLElement && opener.isConnected
          ? opener
          : (document.getElementById(returnTo) ?? document.querySelector('h1'));
      focusTarget?.focus();
    };
  }, [returnTo]);

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
        <h2 id={titleId} className="heading">
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
