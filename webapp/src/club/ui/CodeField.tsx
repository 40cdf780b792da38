// The six digits of the authenticator app. A telephone shows its digits and offers the code where it can.
import type { Ref } from 'react';
import { TextField } from '@/ui';
import styles from './CodeField.module.css';

interface CodeFieldProps {
  readonly ref?: Ref<HTMLInputElement>;
  readonly error: string | undefined;
}

export function CodeField({ ref, error }: CodeFieldProps) {
  return (
    <TextField
      {...(ref ? { ref } : {})}
      className={styles.code}
      label="Code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      // Apps show it as two groups: a space that was typed or pasted is no mistake.
      maxLength={7}
      hint="De 6 cijfers die je authenticator-app nu toont."
      error={error}
    />
  );
}

export const digitsOf = (data: FormData): string => String(data.get('code') ?? '').replace(/\s/g, '');
