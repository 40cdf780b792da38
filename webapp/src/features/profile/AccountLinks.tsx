// The ways to the screens about log-ins and the member's data; not for an operator who looks on.
import { ButtonLink } from '@/ui';

export function AccountLinks() {
  return (
    <>
      <ButtonLink to="/profile/password" wide>
        wachtwoord wijzigen
      </ButtonLink>
      <ButtonLink to="/profile/passkeys" wide>
        passkeys
      </ButtonLink>
      <ButtonLink to="/profile/sessions" wide>
        ingelogde apparaten
      </ButtonLink>
      <ButtonLink to="/profile/calendar" wide>
        agenda
      </ButtonLink>
      <ButtonLink to="/profile/data" wide>
        mijn gegevens
      </ButtonLink>
    </>
  );
}
