// A password, and a code that proves that the authenticator app has the secret.
import { Alert, Button, Stack, useForm } from '@/ui';
import type { SetupAnswer } from '../../api/generated/SetupAnswer.ts';
import { CodeField, digitsOf } from '../login/CodeField.tsx';
import { AppSecret } from './AppSecret.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { finishSetup } from './queries.ts';

interface SetupFormProps {
  readonly token: string;
  readonly begun: SetupAnswer;
  readonly onDone: () => void;
}

export function SetupForm({ token, begun, onDone }: SetupFormProps) {
  const { form, errors, failure, busy } = useForm({
    send: async (data) => {
      await finishSetup({
        token,
        password: String(data.get('password')),
        code: digitsOf(data.get('code')),
        enrolment: begun.enrolment,
      });
      onDone();
    },
    focusesRejected: true,
  });

  return (
    <Stack as="form" gap={5} {...form}>
      <p>
        <strong>{begun.name}</strong>
        <br />
        {begun.email}
      </p>
      {/* A password manager stores the password with the address that belongs to it. */}
      <input type="hidden" name="username" autoComplete="username" value={begun.email} />
      <Stack as="section" gap={3} aria-labelledby="setup-app">
        <h2 id="setup-app" className="title">
          1. Authenticator app
        </h2>
        <AppSecret {...begun} />
      </Stack>
      <Stack as="section" gap={3} aria-labelledby="setup-password">
        <h2 id="setup-password" className="title">
          2. Password
        </h2>
        <NewPasswordField name="password" error={errors['password']} />
      </Stack>
      <Stack as="section" gap={3} aria-labelledby="setup-code">
        <h2 id="setup-code" className="title">
          3. Confirm
        </h2>
        <CodeField hint="The 6 digits that the app shows now." error={errors['code']} />
        <Alert>{failure}</Alert>
        <Button type="submit" wide busyText={busy && 'one moment…'}>
          Save
        </Button>
      </Stack>
    </Stack>
  );
}
