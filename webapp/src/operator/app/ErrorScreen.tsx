// Shown when a screen cannot be loaded or rendered. The usual cause is a new version: its old files no longer exist, and
// reloading the page fetches the new ones.
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Alert } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { OperatorError } from '../api/client.ts';
import { Screen } from '../ui/Screen.tsx';

export function ErrorScreen({ error }: ErrorComponentProps) {
  return (
    <Screen title="Something went wrong">
      <Alert>
        <p>{error instanceof OperatorError ? error.text : 'This page could not be loaded.'}</p>
        <Button variant="secondary" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </Alert>
    </Screen>
  );
}
