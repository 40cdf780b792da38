// The field of the address that a visitor logs in with. What was typed is kept in this tab until the log-in: it goes
// along to the screens for whoever cannot get in, and back.
import { TextField } from '@/ui';

const KEY = 'fairway:typed-email';

interface Props {
  /** What the browser may offer here. */
  readonly autoComplete: string;
  readonly error?: string | undefined;
}

export function EmailField(props: Props) {
  return (
    <TextField
      {...props}
      label="E-mailadres"
      name="email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={sessionStorage.getItem(KEY) ?? ''}
      onChange={(event) => sessionStorage.setItem(KEY, event.target.value)}
    />
  );
}

export const forgetTypedEmail = () => sessionStorage.removeItem(KEY);
