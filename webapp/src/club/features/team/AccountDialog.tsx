// Changes the role of an account, and leads to what asks first: a new invitation, and an end of the access.
import { useState } from 'react';
import { Button, Row, useForm } from '@/ui';
import type { ClubAccount } from '../../api/generated/ClubAccount.ts';
import { FormDialog, roleNames } from '../../ui/index.ts';
import { changeRole } from './queries.ts';
import { RoleField } from './RoleField.tsx';

interface AccountDialogProps {
  readonly account: ClubAccount;
  readonly onDone: (sentence: string) => void;
  readonly onWish: (wish: 'again' | 'disable') => void;
  readonly onClose: () => void;
}

export function AccountDialog({ account, onDone, onWish, onClose }: AccountDialogProps) {
  const { id, name, disabled_at } = account;
  const [role, setRole] = useState(account.role);
  const form = useForm({
    send: async () => {
      if (role === account.role) return onClose();
      await changeRole(id, role);
      onDone(`${name} heeft nu de rol ${roleNames[role]}.`);
    },
  });
  return (
    <FormDialog title={`${name} wijzigen`} form={form} confirmLabel="rol opslaan" onClose={onClose}>
      <RoleField role={role} error={form.errors['role']} onRole={setRole} />
      <Row gap={2}>
        <Button variant="quiet" disabled={form.busy} onClick={() => onWish('again')}>
          opnieuw uitnodigen
        </Button>
        <Button variant="quiet" disabled={form.busy} onClick={() => onWish('disable')}>
          {disabled_at ? 'deblokkeren' : 'blokkeren'}
        </Button>
      </Row>
    </FormDialog>
  );
}
