// A password that an operator chooses, with what the server asks of it.
import { PasswordField } from '../login/PasswordField.tsx';

const SHORTEST_PASSWORD = 12;

interface NewPasswordFieldProps {
  readonly name: string;
  readonly error: string | undefined;
}

export function NewPasswordField(props: NewPasswordFieldProps) {
  return (
    <PasswordField
      {...props}
      label="New password"
      autoComplete="new-password"
      minLength={SHORTEST_PASSWORD}
      hint={`At least ${SHORTEST_PASSWORD} characters. A few words that do not belong together are good.`}
    />
  );
}
