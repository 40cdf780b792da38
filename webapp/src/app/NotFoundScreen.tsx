import { ButtonLink } from '@/ui/Button.tsx';
import { Page } from '@/ui/Page.tsx';

/** For an unknown address. */
export function NotFoundScreen() {
  return (
    <Page
      title="Pagina niet gevonden"
      intro="Deze bal ligt buiten de baan: de pagina bestaat niet of is verplaatst."
    >
      <p>
        <ButtonLink to="/" variant="primary">
          naar het begin
        </ButtonLink>
      </p>
    </Page>
  );
}
