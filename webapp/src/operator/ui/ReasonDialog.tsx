// Asks for a reason before an operator changes something: the reason is stored with the act and read at an audit. It
// stays open while the act runs, and shows its failure beside the field that caused it.
import { useState, type FormEvent, type ReactNode } from 'react';
import { Alert } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { Dialog, DialogActions } from '@/ui/Dialog.tsx';
import { Field } from '@/ui/Field.tsx';
import field from '@/ui/Field.module.css';
import { failureText, OperatorError } from '../api/client.ts';
import styles from './ReasonDialog.module.css';

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

const NO_REASON = 'Write why you do this: it is stored with the act.';

export function ReasonDialog(props: ReasonDialogProps) {
  const { title, explanation, confirmLabel, isDangerous, onConfirm, onClose } = props;
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [fieldError, setFieldError] = useState<string>();
  const [failure, setFailure] = useState<string>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setFailure(undefined);
    setFieldError(reason.trim() ? undefined : NO_REASON);
    if (!reason.trim()) return;
    setBusy(true);
    try {
      await onConfirm(reason.trim());
    } catch (error) {
      const ofReason = error instanceof OperatorError ? error.fields['reason'] : undefined;
      setFieldError(ofReason);
      if (!ofReason) setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog title={title} onClose={onClose} locked={busy}>
      <form onSubmit={(event) => void submit(event)} className={styles.form} noValidate>
        <div>{explanation}</div>
        <Field label="Reason" error={fieldError}>
          {(attributes) => (
            <textarea
              {...attributes}
              data-safe
              rows={3}
              maxLength={500}
              required
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              className={field.input}
            />
          )}
        </Field>
        {failure ? (
          <Alert>
            <p>{failure}</p>
          </Alert>
        ) : null}
        <DialogActions>
          <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} busyText={busy && 'one moment…'}>
            {confirmLabel}
          </Button>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
