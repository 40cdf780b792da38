// Another authenticator app: its secret, and the code that shows that it works. Until then the present one stays in use.
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from '@/ui';
import type { NewApp } from '../../api/generated/NewApp.ts';
import { FormDialog } from '../../ui/index.ts';
import { CodeField, digitsOf } from '../login/CodeField.tsx';
import { AppSecret } from '../setup/AppSecret.tsx';
import { takeApp } from './queries.ts';

interface NewAppDialogProps {
  readonly begun: NewApp;
  readonly onUsed: () => void;
  readonly onClose: () => void;
}

export function NewAppDialog({ begun, onUsed, onClose }: NewAppDialogProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    send: async (data) => {
      await takeApp(queryClient, { code: digitsOf(data.get('code')), enrolment: begun.enrolment });
      onUsed();
    },
    focusesRejected: true,
  });
  return (
    <FormDialog
      title="Set up an authenticator app"
      form={form}
      confirmLabel="Use this app"
      validates
      onClose={onClose}
    >
      <AppSecret {...begun} />
      <CodeField hint="The 6 digits that the app shows now." error={form.errors['code']} />
    </FormDialog>
  );
}
