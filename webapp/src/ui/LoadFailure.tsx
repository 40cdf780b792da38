// Data could not be fetched: what happened, and another try.
import type { ReactNode } from 'react';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';

interface LoadFailureProps {
  /** The sentences of the error catalogue, each a paragraph. */
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
      <Button look="secondary" onClick={onRetry} busyText={retrying && 'bezig…'}>
        opnieuw proberen
      </Button>
      {link}
    </Alert>
  );
}
