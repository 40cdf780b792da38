// The two fields of a new password, wherever one is chosen.
import { TextField } from '@/ui/TextField.tsx';
import { MIN_LENGTH, type PasswordErrors } from './newPassword.ts';

interface Props {
  readonly type: 'text' | 'password';
  readonly errors: PasswordErrors;
  readonly onBlur: () => void;
}

export function NewPasswordFields({ type, errors, onBlur }: Props) {
  return (
    <>
      <TextField
        label="Nieuw wachtwoord"
        name="password"
        type={type}
        autoComplete="new-password"
        hint={`Minstens ${MIN_LENGTH} tekens. Een paar losse woorden is sterk en makkelijk te onthouden.`}
        error={errors.password}
        onBlur={onBlur}
      />
      <TextField
        label="Herhaal wachtwoord"
        name="repeat"
        type={type}
        autoComplete="new-password"
        error={errors.repeat}
        onBlur={onBlur}
      />
    </>
  );
}
