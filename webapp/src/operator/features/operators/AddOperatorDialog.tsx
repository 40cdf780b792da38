// Adds an operator. The server answers with the link with which the person chooses a password.
import type { FormEvent } from 'react';
import { ApiError } from '@/api/error.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { Alert } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { Checkbox } from '@/ui/Checkbox.tsx';
import { Dialog, DialogActions } from '@/ui/Dialog.tsx';
import { Stack } from '@/ui/layout.tsx';
import { TextField } from '@/ui/TextField.tsx';
import { failureText } from '../../api/failure.ts';
import type { AddOperator } from '../../api/generated/AddOperator.ts';
import { ROLES } from '../../api/session.ts';
import { mayDo, roleNames } from '../account/roles.ts';
import styles from './AddOperatorDialog.module.css';
import { addOperator } from './queries.ts';

interface AddOperatorDialogProps {
  readonly onAdded: (name: string, link: string) => void;
  readonly onClose: () => void;
}

export function AddOperatorDialog({ onAdded, onClose }: AddOperatorDialogProps) {
  const adding = useSingleMutation({
    mutationFn: (operator: AddOperator) => addOperator(operator),
    onSuccess: ({ link }, { name }) => onAdded(name, link),
  });
  const fields = adding.error instanceof ApiError ? adding.error.fields : {};

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    adding.mutate({
      email: text('email'),
      name: text('name'),
      roles: ROLES.filter((role) => form.getAll('roles').includes(role)),
      reason: text('reason'),
    });
  };

  // Without the browser's own checks: the server's sentences are beside the fields.
  return (
    <Dialog title="Add an operator" onClose={onClose} locked={adding.isPending}>
      <Stack as="form" gap={4} onSubmit={submit} noValidate>
        <TextField
          data-safe
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={fields['email']}
          required
        />
        <TextField label="Name" name="name" autoComplete="off" error={fields['name']} required />
        <Stack as="fieldset" gap={2} aria-describedby={fields['roles'] ? 'roles-error' : undefined}>
          <legend className={styles.legend}>Roles</legend>
          {ROLES.map((role) => (
            <div key={role}>
              <Checkbox
                label={roleNames[role]}
                name="roles"
                value={role}
                aria-describedby={`may-do-${role}`}
              />
              <p id={`may-do-${role}`} className={styles.mayDo}>
                {mayDo[role]}
              </p>
            </div>
          ))}
          {fields['roles'] ? (
            <p id="roles-error" className="danger strong">
              {fields['roles']}
            </p>
          ) : null}
        </Stack>
        <TextField
          label="Reason"
          name="reason"
          hint="It is stored with what you do."
          maxLength={500}
          autoComplete="off"
          error={fields['reason']}
          required
        />
        <Alert>{adding.error && failureText(adding.error)}</Alert>
        <DialogActions>
          <Button type="submit" busyText={adding.isPending && 'adding…'}>
            Add, and show the link
          </Button>
          <Button variant="secondary" onClick={onClose} disabled={adding.isPending}>
            Cancel
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
