// Starts a verification: why, and the heads of the seal that somebody kept outside.
import type { FormEvent } from 'react';
import { ApiError } from '@/api/error.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { Alert } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { Dialog, DialogActions } from '@/ui/Dialog.tsx';
import { Field } from '@/ui/Field.tsx';
import field from '@/ui/Field.module.css';
import { TextField } from '@/ui/TextField.tsx';
import { failureText } from '../../api/failure.ts';
import type { VerifyRequest } from '../../api/generated/VerifyRequest.ts';
import styles from './Integrity.module.css';
import { startVerification } from './queries.ts';

interface VerifyDialogProps {
  readonly onStarted: () => void;
  readonly onClose: () => void;
}

export function VerifyDialog({ onStarted, onClose }: VerifyDialogProps) {
  const starting = useSingleMutation({
    mutationFn: (verification: VerifyRequest) => startVerification(verification),
    onSuccess: onStarted,
  });
  const fields = starting.error instanceof ApiError ? starting.error.fields : {};

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const heads = String(form.get('heads') ?? '').split(/\s+/);
    starting.mutate({
      heads: heads.filter((head) => head !== ''),
      reason: String(form.get('reason') ?? '').trim(),
    });
  };

  return (
    <Dialog title="Verify now" onClose={onClose} locked={starting.isPending}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          data-safe
          label="Reason"
          name="reason"
          hint="It is stored with what you do."
          maxLength={200}
          autoComplete="off"
          error={fields['reason']}
          required
        />
        <Field
          label="Heads of the seal that you kept (may be left empty)"
          hint="One on each line, as they were copied or mailed. Only they show whether journal and seal were rewritten together."
          error={fields['heads']}
        >
          {(attributes) => (
            <textarea
              {...attributes}
              data-safe
              name="heads"
              rows={3}
              spellCheck={false}
              className={field.input}
            />
          )}
        </Field>
        <Alert>{starting.error && Object.keys(fields).length === 0 && failureText(starting.error)}</Alert>
        <DialogActions>
          <Button type="submit" busyText={starting.isPending && 'starting…'}>
            Start
          </Button>
          <Button variant="secondary" onClick={onClose} disabled={starting.isPending}>
            Close
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
