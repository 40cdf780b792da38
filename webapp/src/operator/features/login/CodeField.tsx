// The six digits of the authenticator app. A telephone shows its digits and offers the code where it can.
import type { Ref } from 'react';
import { TextField } from '@/ui';
import styles from './CodeField.module.css';

interface CodeFieldProps {
  readonly ref?: Ref<HTMLInputElement>;
  readonly hint: string;
  readonly error: string | undefined;
}

export function CodeField({ ref, hint, error }: CodeFieldProps) {
  return (
    <TextField
      {...(ref ? { ref } : {})}
      className={styles.code}
      label="6-digit code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      // Apps show it as two groups: a space that was typed or pasted is no mistake.
      maxLength={7}
      hint={hint}
      error={error}
      required
    />
  );
}

export function digitsOf(code: FormDataEntryValue | null): string {
  return String(code ?? '').replace(/\s/g, '');
}
