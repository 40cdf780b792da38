// The two fields of a new password, with the buttons below them.
import { useState } from 'react';
import { Button } from '@/ui/Button.tsx';
import { TextField } from '@/ui/TextField.tsx';
import { MIN_LENGTH, type PasswordErrors } from './newPassword.ts';
import styles from './Password.module.css';

interface Props {
  /** The term for the password in the text of the button that shows it. */
  readonly name: string;
  readonly errors: PasswordErrors;
  readonly busy: boolean;
}

export function NewPasswordFields({ name, errors, busy }: Props) {
  const [shown, setShown] = useState(false);
  const type = shown ? 'text' : 'password';
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
      <Button variant="quiet" className={styles.show} aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? `${name} verbergen` : `${name} tonen`}
      </Button>
      <Button type="submit" wide busyText={busy && 'bezig…'}>
        opslaan
      </Button>
    </>
  );
}
