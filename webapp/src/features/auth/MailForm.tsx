// The address to which a link is mailed: one that logs in, or one to a new password. The server reads what people paste, such
// as `Jan <jan@club.nl>`, so the browser does not judge it.
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '@/ui/Button.tsx';
import { TextField } from '@/ui/TextField.tsx';
import styles from './LoginScreen.module.css';

interface Props {
  readonly busy: boolean;
  readonly onSubmit: (email: string) => void;
  /** What the form is for, and what failed. */
  readonly children: ReactNode;
}

export function MailForm({ busy, onSubmit, children }: Props) {
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    setMissing(!email);
    if (email) onSubmit(email);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {children}
      <TextField
        label="E-mailadres"
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        error={isMissing ? 'Vul je e-mailadres in.' : undefined}
      />
      <Button type="submit" wide busyText={busy && 'bezig…'}>
        verstuur
      </Button>
    </form>
  );
}
