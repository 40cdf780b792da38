// Data could not be fetched: what happened, and a button to try again.
import type { ReactNode } from 'react';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';

interface LoadFailureProps {
  /** One paragraph each. */
  readonly sentences: readonly string[];
  /** Beside the button: where else to go. */
  readonly link?: ReactNode;
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

export function LoadFailure({ sentences, link, retrying, onRetry }: LoadFailureProps) {
  return (
    <Alert>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Button variant="secondary" onClick={onRetry} busyText={retrying && 'bezig…'}>
        opnieuw proberen
      </Button>
      {link}
    </Alert>
  );
}
