// Shown when data could not be fetched: the error, and a button to retry.
import type { ReactNode } from 'react';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';
import { texts } from './texts.ts';

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
      <Button variant="secondary" onClick={onRetry} busyText={retrying && texts().busy}>
        {texts().retry}
      </Button>
      {link}
    </Alert>
  );
}
