// A code of the authenticator app, or a recovery code in its place.
import type { ComponentProps } from 'react';
import { Button, TextField } from '@/ui';
import flush from '@/ui/flush.module.css';
import { CodeField } from './CodeField.tsx';

export type FactorKind = 'app' | 'recovery';

interface FactorFieldProps extends Pick<ComponentProps<typeof CodeField>, 'ref' | 'hint' | 'error'> {
  readonly kind: FactorKind;
  readonly onKind: (kind: FactorKind) => void;
}

export function FactorField({ kind, onKind, ...field }: FactorFieldProps) {
  return (
    <>
      {kind === 'recovery' ? <RecoveryCodeField {...field} /> : <CodeField {...field} />}
      <Button
        variant="quiet"
        className={flush.flush}
        onClick={() => onKind(kind === 'recovery' ? 'app' : 'recovery')}
      >
        {kind === 'recovery' ? 'Use the authenticator app' : 'No telephone? Use a recovery code'}
      </Button>
    </>
  );
}

function RecoveryCodeField({ ref, error }: Pick<FactorFieldProps, 'ref' | 'error'>) {
  return (
    <TextField
      {...(ref ? { ref } : {})}
      label="Recovery code"
      name="code"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      // As it is printed, with room for spaces.
      maxLength={16}
      hint={error ? '' : 'One of the ten that you stored. It works once.'}
      error={error}
      required
    />
  );
}
