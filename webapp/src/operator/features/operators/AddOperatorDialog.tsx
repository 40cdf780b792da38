// Adds an operator. The server answers with the link with which the person chooses a password.
import { TextField, useForm } from '@/ui';
import { failureText } from '../../api/failure.ts';
import { FormDialog, ReasonField, reasonOf, textOf } from '../../ui/index.ts';
import { addOperator } from './queries.ts';
import { RolesField, rolesOf } from './RolesField.tsx';

interface AddOperatorDialogProps {
  readonly onAdded: (name: string, link: string) => void;
  readonly onClose: () => void;
}

export function AddOperatorDialog({ onAdded, onClose }: AddOperatorDialogProps) {
  const form = useForm({
    send: async (data) => {
      const name = textOf(data, 'name');
      const { link } = await addOperator({
        email: textOf(data, 'email'),
        name,
        roles: rolesOf(data),
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
      <RolesField error={errors['roles']} />
      <ReasonField error={errors['reason']} />
    </FormDialog>
  );
}
