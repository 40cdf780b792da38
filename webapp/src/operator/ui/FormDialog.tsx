// A dialog with a form: it stays open while the request runs, and shows below its fields what failed.
import { useState, type ReactNode } from 'react';
import { Alert, Button, Dialog, DialogActions, Stack, type useForm } from '@/ui';
import styles from './FormDialog.module.css';
import { useUnsaved } from './unsaved.ts';

interface FormDialogProps {
  readonly title: string;
  readonly form: Pick<ReturnType<typeof useForm>, 'form' | 'failure' | 'busy'>;
  readonly gap?: 3 | 4;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  /** Before the form is sent by its confirming button. */
  readonly onConfirmPress?: () => void;
  /** Another button that sends it, before the confirming one. */
  readonly firstSubmit?: { readonly label: string; readonly onPress: () => void };
  readonly busyText?: string;
  readonly closeLabel?: string;
  readonly isDangerous?: boolean | undefined;
  /** The browser checks the fields, not the server. */
  readonly validates?: boolean;
  readonly onClose: () => void;
}

export function FormDialog(props: FormDialogProps) {
  const { title, form, gap = 4, children, confirmLabel, busyText = 'one moment…', onClose } = props;
  const { closeLabel = 'Cancel', isDangerous, validates, onConfirmPress, firstSubmit } = props;
  const [isTouched, setTouched] = useState(false);
  useUnsaved(isTouched);
  // Escape or a press beside it may be a slip; the button that closes is none.
  const leave = () => {
    if (!isTouched || globalThis.confirm('Close, and lose what you typed?')) onClose();
  };
  return (
    <Dialog title={title} onClose={leave} locked={form.busy}>
      <Stack
        as="form"
        gap={gap}
        className={styles.form}
        {...form.form}
        noValidate={!validates}
        onInput={() => setTouched(true)}
      >
        {children}
        {form.failure ? (
          <div ref={reveal}>
            <Alert>{form.failure}</Alert>
          </div>
        ) : null}
        <DialogActions>
          {firstSubmit ? (
            <Button type="submit" variant="secondary" disabled={form.busy} onClick={firstSubmit.onPress}>
              {firstSubmit.label}
            </Button>
          ) : null}
          <Button
            type="submit"
            variant={isDangerous ? 'danger' : 'primary'}
            busyText={form.busy && busyText}
            onClick={onConfirmPress}
          >
            {confirmLabel}
          </Button>
          <Button variant="secondary" onClick={onClose} disabled={form.busy}>
            {closeLabel}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

/** The buttons stay in view, and cover what is behind them. */
function reveal(alert: HTMLElement | null): void {
  alert?.scrollIntoView({ block: 'nearest' });
}
