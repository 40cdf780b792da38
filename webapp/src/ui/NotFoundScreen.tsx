// For an unknown address.
import { ButtonLink } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { Page } from './Page.tsx';
import { texts } from './texts.ts';

export function NotFoundScreen() {
  const { title, text, link } = texts().notFound;
  return (
    <Page title={title}>
      <EmptyState title={text}>
        <ButtonLink to="/" variant="primary">
          {link}
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}
