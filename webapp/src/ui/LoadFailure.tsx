// A screen's data could not be had: what happened, and another try.
import type { ReactNode } from 'react';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';

interface LoadFailureProps {
  /** The sentences of the error catalogue. */
  readonly children: ReactNode;
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

export function LoadFailure({ children, retrying, onRetry }: LoadFailureProps) {
  return (
    <Alert>
      {children}
      <Button look="secondary" onClick={onRetry} busyText={retrying && 'bezig…'}>
        opnieuw proberen
      </Button>
    </Alert>
  );
}
