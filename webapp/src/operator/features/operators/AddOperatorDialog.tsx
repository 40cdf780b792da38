// Adds an operator. The server answers with the link with which the person chooses a password.
import { Checkbox, Stack, TextField, useForm } from '@/ui';
import { failureText } from '../../api/failure.ts';
import { ROLES } from '../../api/session.ts';
import { mayDo, roleNames } from '../account/roles.ts';
import styles from './AddOperatorDialog.module.css';
import { addOperator } from './queries.ts';
import { FormDialog, ReasonField, reasonOf, textOf } from '../../ui/index.ts';

interface AddOperatorDialogProps {
  readonly onAdded: (name: string, link: string) => void;
  readonly onClose: () => void;
}

export function AddOperatorDialog({ onAdded, onClose }: AddOperatorDialogProps) {
  const form = useForm({
    send: async (data) => {
      const name = textOf(data, 'name');
      const roles = ROLES.filter((role) => data.getAll('roles').includes(role));
      const { link } = await addOperator({
        email: textOf(data, 'email'),
        name,
        roles,
        reason: reasonOf(data),
      });
      onAdded(name, link);
    },
  });
  const { errors, error, failure } = form;

  // Without the browser's own checks: the server's sentences are beside the fields.
  return (
    <FormDialog
      title="Add an operator"
      form={{ ...form, failure: failure && failureText(error) }}
      confirmLabel="Add, and show the link"
      busyText="adding…"
      onClose={onClose}
    >
      <TextField
        data-safe
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors['email']}
        required
      />
      <TextField label="Name" name="name" autoComplete="off" error={errors['name']} required />
      <Stack as="fieldset" gap={2} aria-describedby={errors['roles'] ? 'roles-error' : undefined}>
        <legend className="strong">Roles</legend>
        {ROLES.map((role) => (
          <div key={role}>
            <Checkbox label={roleNames[role]} name="roles" value={role} aria-describedby={`may-do-${role}`} />
            <p id={`may-do-${role}`} className={styles.mayDo}>
              {mayDo[role]}
            </p>
          </div>
        ))}
        {errors['roles'] ? (
          <p id="roles-error" className="danger strong">
            {errors['roles']}
          </p>
        ) : null}
      </Stack>
      <ReasonField error={errors['reason']} />
    </FormDialog>
  );
}
