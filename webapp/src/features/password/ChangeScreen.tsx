// Changing the password, with the current one. It ends every session of the member; the server gives this browser a
// new one, so that the member stays logged in.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '@/api/error.ts';
import { replaceToken, useSession } from '@/session/session.ts';
import { ProfilePart } from '@/features/profile/ProfilePart.tsx';
import { Alert, Status, Card, Stack, PasswordField, sentencesOf, useForm } from '@/ui';
import { changePassword } from './api.ts';
import { checkChange, type ChangeErrors, type PasswordChange } from './newPassword.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';

export function ChangeScreen() {
  const [isChanged, setChanged] = useState(false);

  return (
    <ProfilePart onlyMember="Alleen het lid zelf kan het wachtwoord wijzigen." title="Wachtwoord wijzigen">
      {isChanged ? (
        <Status>
          <p>Je nieuwe wachtwoord is opgeslagen. Op al je andere apparaten ben je uitgelogd.</p>
          <p>Was je agenda gekoppeld of kreeg je daar meldingen? Stel dat in je profiel opnieuw in.</p>
        </Status>
      ) : (
        <ChangeForm onChanged={() => setChanged(true)} />
      )}
    </ProfilePart>
  );
}

const readChange = (data: FormData): PasswordChange => ({
  current: String(data.get('current')),
  password: String(data.get('password')),
});

function ChangeForm({ onChanged }: { readonly onChanged: () => void }) {
  const { email } = useSession();
  const queries = useQueryClient();
  const { form, errors, error, busy } = useForm({
    check: (data) => checkChange(readChange(data), String(data.get('repeat'))),
    send: async (data) => {
      replaceToken(await changePassword(readChange(data)));
      // The calendar feed and the devices with news ended too.
      void queries.invalidateQueries();
      onChanged();
    },
    fieldsOf,
    rechecks: true,
    focusesRejected: true,
  });

  return (
    <Card className="narrow">
      <Stack as="form" gap={4} {...form} noValidate>
        <Alert>{error && failureOf(error)}</Alert>
        {/* A password manager needs the user name. */}
        <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
        <PasswordField
          label="Huidig wachtwoord"
          name="current"
          autoComplete="current-password"
          error={errors.current}
        />
        <NewPasswordFields errors={errors} busy={busy} />
      </Stack>
    </Card>
  );
}

const texts = {
  failure: 'Opslaan mislukt. Probeer het later opnieuw.',
  // The server may have stored the password: then the next call redirects to the log-in.
  network: 'Netwerkfout. Word je straks uitgelogd, dan is je nieuwe wachtwoord toch opgeslagen.',
};

/** The server's sentences, by the fields of this form. */
function fieldsOf(error: unknown): ChangeErrors {
  const { current, new: password } = sentencesOf(error);
  return { ...(current ? { current } : {}), ...(password ? { password } : {}) };
}

function failureOf(error: Error): string {
  return Object.keys(fieldsOf(error)).length > 0
    ? 'Je wachtwoord is niet gewijzigd.'
    : failureText(error, texts);
}
