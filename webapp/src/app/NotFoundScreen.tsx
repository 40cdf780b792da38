import { ButtonLink } from '@/ui/Button.tsx';
import { EmptyState } from '@/ui/EmptyState.tsx';
import { Page } from '@/ui/Page.tsx';

/** For an unknown address. */
export function NotFoundScreen() {
  return (
    <Page title="Pagina niet gevonden">
      <EmptyState title="Deze pagina bestaat niet of is verplaatst.">
        <ButtonLink to="/" variant="primary">
          naar het begin
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}
