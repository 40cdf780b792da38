import { ButtonLink } from '@/ui/Button.tsx';
import { Page } from '@/ui/Page.tsx';

/** An address that leads nowhere. */
export function NotFoundScreen() {
  return (
    <Page
      title="Pagina niet gevonden"
      intro="Deze bal ligt buiten de baan: de pagina bestaat niet of is verplaatst."
    >
      <p>
        <ButtonLink to="/" look="primary">
          naar het begin
        </ButtonLink>
      </p>
    </Page>
  );
}
