// The two fields of a new password, wherever one is chosen.
import { TextField } from '@/ui/TextField.tsx';
import { MIN_LENGTH, type PasswordErrors } from './newPassword.ts';

interface Props {
  readonly type: 'text' | 'password';
  readonly errors: PasswordErrors;
}

export function NewPasswordFields({ type, errors }: Props) {
  return (
    <>
      <TextField
        label="Nieuw wachtwoord"
        name="password"
        type={type}
        autoComplete="new-password"
        hint={`Minstens ${MIN_LENGTH} tekens. Een paar losse woorden is sterk en makkelijk te onthouden.`}
        error={errors.password}
      />
      <TextField
        label="Herhaal wachtwoord"
        name="repeat"
        type={type}
        autoComplete="new-password"
        error={errors.repeat}
      />
    </>
  );
}
