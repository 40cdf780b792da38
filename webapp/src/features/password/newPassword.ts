// What the browser can tell about a new password before the server does. Only length and likeness: no rules on
// its composition, and the list of common ones is the server's.

export const MIN_LENGTH = 8;

export interface PasswordErrors {
  readonly password?: string;
  readonly repeat?: string;
}

export function checkNewPassword(password: string, repeat: string): PasswordErrors {
  // Characters as a member counts them, not UTF-16 units.
  if ([...password].length < MIN_LENGTH)
    return { password: `Kies een wachtwoord van minstens ${MIN_LENGTH} tekens.` };
  if (password !== repeat) return { repeat: 'De wachtwoorden zijn niet gelijk.' };
  return {};
}
