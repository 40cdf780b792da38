// Asks for a factor anew, over whatever is open, when an act needs one of the last minutes; then the act goes on.
import { useEffect, useState, type FormEvent } from 'react';
import { ApiError } from '@/api/error.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { Alert } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { Dialog, DialogActions } from '@/ui/Dialog.tsx';
import { post } from '../api/client.ts';
import { failureText } from '../api/failure.ts';
import { handleUnconfirmed } from '../api/confirmation.ts';
import { CodeField, digitsOf } from '../features/login/CodeField.tsx';
import { PasswordField } from '../features/login/PasswordField.tsx';
import styles from '../ui/ActDialog.module.css';

interface Asked {
  readonly sentence: string;
  readonly settle: (isConfirmed: boolean) => void;
}

interface ConfirmationProps {
  /** Whether the account uses an authenticator app: else the password is asked for. */
  readonly hasApp: boolean;
}

export function Confirmation({ hasApp }: ConfirmationProps) {
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => {
    handleUnconfirmed((sentence) => new Promise((settle) => setAsked({ sentence, settle })));
    return () => handleUnconfirmed(undefined);
  }, []);
  if (!asked) return null;
  const close = (isConfirmed: boolean) => {
    setAsked(undefined);
    asked.settle(isConfirmed);
  };
  return <ConfirmDialog hasApp={hasApp} sentence={asked.sentence} onClose={close} />;
}

interface ConfirmDialogProps extends ConfirmationProps {
  readonly sentence: string;
  readonly onClose: (isConfirmed: boolean) => void;
}

function ConfirmDialog({ hasApp, sentence, onClose }: ConfirmDialogProps) {
  const confirm = useSingleMutation({
    mutationFn: (factor: string) => post('/session/confirm', { factor }, null),
    onSuccess: () => onClose(true),
  });
  const wrong = confirm.error instanceof ApiError ? confirm.error.fields['factor'] : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    confirm.mutate(hasApp ? digitsOf(form.get('code')) : String(form.get('password')));
  };
  return (
    <Dialog title="Confirm that it is you" onClose={() => onClose(false)} locked={confirm.isPending}>
      <form className={styles.form} onSubmit={submit}>
        <p>{sentence}</p>
        {hasApp ? (
          <CodeField hint="The 6 digits that the app shows now." error={wrong} />
        ) : (
          <PasswordField label="Password" name="password" autoComplete="current-password" error={wrong} />
        )}
        <Alert>{confirm.error && !wrong && failureText(confirm.error)}</Alert>
        <DialogActions>
          <Button type="submit" busyText={confirm.isPending && 'one moment…'}>
            Confirm
          </Button>
          <Button variant="secondary" onClick={() => onClose(false)} disabled={confirm.isPending}>
            Cancel
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
