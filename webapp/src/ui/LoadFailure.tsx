// Shown when data could not be fetched: the error, and a button to retry where that can help.
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
  /** None where it cannot help. */
  readonly onRetry: (() => void) | undefined;
}

export function LoadFailure({ sentences, link, retrying, onRetry }: LoadFailureProps) {
  return (
    <Alert>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {onRetry ? (
        <Button variant="secondary" onClick={onRetry} busyText={retrying && texts().busy}>
          {texts().retry}
        </Button>
      ) : null}
      {link}
    </Alert>
  );
}
