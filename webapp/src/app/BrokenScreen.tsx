// Shown when a screen fails to load or to draw. The usual cause is a new version of the app: its old files are
// gone, and loading the page afresh brings the new ones.
import { Alert } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { Page } from '@/ui/Page.tsx';

export function BrokenScreen() {
  return (
    <Page title="Er is iets misgegaan">
      <Alert>
        <p>Deze pagina kon niet worden geladen. Wat je had ingevuld, is bewaard.</p>
        <Button look="secondary" onClick={() => window.location.reload()}>
          vernieuwen
        </Button>
      </Alert>
    </Page>
  );
}
