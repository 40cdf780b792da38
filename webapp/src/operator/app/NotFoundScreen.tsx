// For an unknown address.
import { ButtonLink } from '@/ui/Button.tsx';
import { Screen } from '../ui/Screen.tsx';

export function NotFoundScreen() {
  return (
    <Screen title="Page not found">
      <p>There is no page at this address.</p>
      <p>
        <ButtonLink to="/" variant="primary">
          To the search
        </ButtonLink>
      </p>
    </Screen>
  );
}
