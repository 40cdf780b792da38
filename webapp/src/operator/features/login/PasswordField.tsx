// A password with a button that shows it: a long one is typed without a mistake when it can be read.
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Button, TextField } from '@/ui';
import styles from './PasswordField.module.css';

interface PasswordFieldProps {
  readonly label: string;
  readonly name: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly hint?: string;
  readonly minLength?: number;
  readonly error?: string | undefined;
  /** Gets the focus when its dialog opens. */
  readonly isFirst?: boolean;
}

export function PasswordField({ isFirst, ...props }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className={styles.password}>
      <TextField
        {...props}
        data-safe={isFirst || undefined}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Button
        variant="quiet"
        className={styles.show}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon aria-hidden size={18} />
        Show password
      </Button>
    </div>
  );
}
