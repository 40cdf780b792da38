// A new password for one's own account, with the present one.
import { useForm } from '@/ui';
import { FormDialog } from '../../ui/index.ts';
import { PasswordField } from '../login/PasswordField.tsx';
import { NewPasswordField } from '../setup/NewPasswordField.tsx';
import { changePassword } from './queries.ts';

interface ChangePasswordDialogProps {
  /** The address that belongs to it. */
  readonly email: string;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function ChangePasswordDialog({ email, onChanged, onClose }: ChangePasswordDialogProps) {
  const form = useForm({
    send: async (data) => {
      await changePassword({ current: String(data.get('current')), new: String(data.get('new')) });
      onChanged();
    },
    focusesRejected: true,
  });
  return (
    <FormDialog
      title="Change your password"
      form={form}
      confirmLabel="Change the password"
      validates
      onClose={onClose}
    >
      <p>Your other sessions end, also members’ portals that were opened in them.</p>
      {/* A password manager stores the password with the address that belongs to it. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        label="Present password"
        name="current"
        autoComplete="current-password"
        isFirst
        error={form.errors['current']}
      />
      <NewPasswordField name="new" error={form.errors['new']} />
    </FormDialog>
  );
}
