// Shown when a screen fails to load or to render. The usual cause is a new version of the app: its old files no
// longer exist, and reloading the page fetches the new ones.
import { useLocation } from '@tanstack/react-router';
import { isInputStored } from '@/session/storedInput.ts';
import { Alert } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { Page } from '@/ui/Page.tsx';

export function ErrorScreen() {
  const { pathname } = useLocation();
  return (
    <Page title="Er is iets misgegaan">
      <Alert>
        <p>
          Deze pagina kon niet worden geladen.
          {isInputStored(pathname) ? ' Wat je had ingevuld, is bewaard.' : null}
        </p>
        <Button variant="secondary" onClick={() => window.location.reload()}>
          vernieuwen
        </Button>
      </Alert>
    </Page>
  );
}
