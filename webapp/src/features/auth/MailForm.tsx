// The address to which a link is mailed: one that logs in, or one to a new password.
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '@/ui';
import { EmailField } from './EmailField.tsx';
import styles from './LoginScreen.module.css';

interface Props {
  readonly busy: boolean;
  readonly onSubmit: (email: string) => void;
  /** The purpose of the form, and a failure. */
  readonly children: ReactNode;
}

export function MailForm({ busy, onSubmit, children }: Props) {
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    setError(email ? undefined : 'Vul je e-mailadres in.');
    if (email) onSubmit(email);
    else event.currentTarget.querySelector('input')?.focus();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {children}
      <EmailField autoComplete="username" error={error} />
      <Button type="submit" wide busyText={busy && 'bezig…'}>
        verstuur
      </Button>
    </form>
  );
}
