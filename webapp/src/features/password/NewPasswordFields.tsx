// The two fields of a new password, with the button below them.
import { Button, PasswordField } from '@/ui';
import { MIN_LENGTH, type PasswordErrors } from './newPassword.ts';

interface Props {
  readonly errors: PasswordErrors;
  readonly busy: boolean;
}

export function NewPasswordFields({ errors, busy }: Props) {
  return (
    <>
      <PasswordField
        label="Nieuw wachtwoord"
        name="password"
        autoComplete="new-password"
        // For the passwords that managers make up: Apple's, and those that learnt it from Apple.
        {...{ passwordrules: `minlength: ${MIN_LENGTH}; maxlength: 256;` }}
        hint={`Minstens ${MIN_LENGTH} tekens. Een paar losse woorden is sterk en makkelijk te onthouden.`}
        error={errors.password}
      />
      <PasswordField
        label="Herhaal wachtwoord"
        name="repeat"
        autoComplete="new-password"
        error={errors.repeat}
      />
      <Button type="submit" wide busyText={busy && 'bezig…'}>
        opslaan
      </Button>
    </>
  );
}
