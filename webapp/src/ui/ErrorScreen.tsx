// Shown when a screen fails to load or to render. The usual cause is a new version of the app: its old files no
// longer exist, and reloading the page fetches the new ones.
import { useLocation, type ErrorComponentProps } from '@tanstack/react-router';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';
import { Page } from './Page.tsx';
import { texts } from './texts.ts';

export function ErrorScreen({ error }: ErrorComponentProps) {
  const { pathname } = useLocation();
  const { title, text, reload } = texts().broken;
  return (
    <Page title={title}>
      <Alert>
        <p>{text(error, pathname)}</p>
        <Button variant="secondary" onClick={() => window.location.reload()}>
          {reload}
        </Button>
      </Alert>
    </Page>
  );
}
