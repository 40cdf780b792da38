// Invites somebody. The server answers with the link with which the person sets the account up.
import { useState } from 'react';
import { addressProblem, bareAddress, TextField, useForm, type FieldErrors } from '@/ui';
import type { ClubRole } from '../../api/session.ts';
import { FormDialog, textOf } from '../../ui/index.ts';
import type { Invitation } from './InvitationDialog.tsx';
import { invite } from './queries.ts';
import { RoleField } from './RoleField.tsx';

interface InviteDialogProps {
  readonly onInvited: (invitation: Invitation) => void;
  readonly onClose: () => void;
}

export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const [role, setRole] = useState<ClubRole>('desk');
  const form = useForm({
    check: (data): FieldErrors => {
      const problem = addressProblem(bareAddress(textOf(data, 'email')));
      return {
        ...(textOf(data, 'name') ? {} : { name: 'Vul een naam in.' }),
        ...(problem ? { email: problem } : {}),
      };
    },
    send: async (data) => {
      const [name, email] = [textOf(data, 'name'), bareAddress(textOf(data, 'email'))];
      onInvited({ name, email, ...(await invite({ name, email, role })) });
    },
    rechecks: true,
    focusesRejected: true,
  });
  return (
    <FormDialog title="Iemand uitnodigen" form={form} confirmLabel="uitnodigen" onClose={onClose}>
      <TextField
        data-safe
        label="Naam"
        name="name"
        autoComplete="off"
        maxLength={100}
        error={form.errors['name']}
      />
      <TextField
        label="E-mailadres"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={form.errors['email']}
      />
      <RoleField role={role} error={form.errors['role']} onRole={setRole} />
    </FormDialog>
  );
}
