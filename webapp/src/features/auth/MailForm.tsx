// The address to which a link is mailed: one that logs in, or one to a new password.
import type { FormEvent, ReactNode } from 'react';
import { Button, TextField } from '@/ui';
import styles from './LoginScreen.module.css';

interface Props {
  readonly busy: boolean;
  readonly onSubmit: (email: string) => void;
  /** The purpose of the form, and a failure. */
  readonly children: ReactNode;
}

export function MailForm({ busy, onSubmit, children }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(String(new FormData(event.currentTarget).get('email')).trim());
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {children}
      <TextField
        label="E-mailadres"
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Button type="submit" wide busyText={busy && 'bezig…'}>
        verstuur
      </Button>
    </form>
  );
}
