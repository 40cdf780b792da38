// The checks of a new password before it is sent: only its length and the repetition. There are no rules on its
// composition, and the server has the list of common passwords.
import type { FieldErrors } from '@/ui';

export const MIN_LENGTH = 8;

export type PasswordErrors = FieldErrors<'password' | 'repeat'>;

export function checkNewPassword(password: string, repeat: string): PasswordErrors {
  // Characters, not UTF-16 units.
  if ([...password].length < MIN_LENGTH)
    return { password: `Kies een wachtwoord van minstens ${MIN_LENGTH} tekens.` };
  if (password !== repeat) return { repeat: 'De wachtwoorden zijn niet gelijk.' };
  return {};
}

export interface PasswordChange {
  readonly current: string;
  readonly password: string;
}

export type ChangeErrors = FieldErrors<'current' | 'password' | 'repeat'>;

/** The same for a change with the current password, which only the server can check. */
export function checkChange({ current, password }: PasswordChange, repeat: string): ChangeErrors {
  const errors = checkNewPassword(password, repeat);
  if (!current) return { current: 'Vul je huidige wachtwoord in.', ...errors };
  if (password === current) return { password: 'Kies een ander wachtwoord dan je huidige.' };
  return errors;
}
