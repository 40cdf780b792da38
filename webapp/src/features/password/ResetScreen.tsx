// Choosing a new password with the token of the mail. Afterwards everything that opened the account has ended, so the
// session in this browser is removed too.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, failureText } from '@/api/error.ts';
import { AuthCard } from '@/features/auth/AuthCard.tsx';
import { useLinkToken } from '@/features/auth/useLinkToken.ts';
import { removeCopies } from '@/features/offline/copies.ts';
import { endSession } from '@/session/session.ts';
import { Alert, Status, ButtonLink, Stack, Page, sentencesOf, useForm } from '@/ui';
import { resetAccountQuery, resetPassword } from './api.ts';
import { checkNewPassword } from './newPassword.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';

export function ResetScreen() {
  // A used link is refused with what to do next, also after a reload.
  const { token } = useLinkToken('/auth/reset');
  const [isReset, setReset] = useState(false);

  return (
    <AuthCard>
      <Page title="Nieuw wachtwoord">
        {isReset ? (
          <Status>
            <p>Je nieuwe wachtwoord is opgeslagen. Op al je apparaten log je voortaan hiermee in.</p>
            <p>
              Je passkeys zijn verwijderd, en de koppeling met je agenda en de meldingen op je apparaten staan
              uit. Na het inloggen stel je ze in je profiel opnieuw in.
            </p>
            <ButtonLink to="/auth/login" variant="primary" replace>
              inloggen
            </ButtonLink>
          </Status>
        ) : token ? (
          <PasswordForm token={token} onReset={() => setReset(true)} />
        ) : (
          <Alert>
            <p>Deze link is niet compleet. Open de link uit de mail, of vraag een nieuwe aan.</p>
            <Link to="/auth/forgot">nieuwe link aanvragen</Link>
          </Alert>
        )}
      </Page>
    </AuthCard>
  );
}

function PasswordForm({ token, onReset }: { readonly token: string; readonly onReset: () => void }) {
  const queries = useQueryClient();
  const account = useQuery(resetAccountQuery(token));
  const { form, errors, error, busy } = useForm<'password' | 'repeat'>({
    check: (data) => checkNewPassword(String(data.get('password')), String(data.get('repeat'))),
    send: async (data) => {
      await resetPassword(token, String(data.get('password')));
      endSession();
      queries.clear();
      removeCopies();
      onReset();
    },
    rechecks: true,
  });
  const rejection = sentencesOf(error)['password'];

  return (
    <Stack as="form" gap={4} {...form} noValidate>
      {error ? <Failure error={error} /> : null}
      {account.data ? (
        <p>
          <span>Je kiest een nieuw wachtwoord voor</span> <strong>{account.data}</strong>
        </p>
      ) : null}
      {/* A password manager needs the user name. */}
      <input type="text" name="username" autoComplete="username" value={account.data ?? ''} readOnly hidden />
      <NewPasswordFields errors={{ ...(rejection ? { password: rejection } : {}), ...errors }} busy={busy} />
    </Stack>
  );
}

function Failure({ error }: { readonly error: Error }) {
  const texts = { failure: 'Opslaan mislukt. Probeer het later opnieuw.', network: 'Netwerkfout' };
  const fields = error instanceof ApiError ? Object.values(error.fields) : [];
  return (
    <Alert>
      <p>{fields.length > 0 ? 'Je wachtwoord is niet opgeslagen.' : failureText(error, texts)}</p>
      {isLinkInvalid(error) ? <Link to="/auth/forgot">nieuwe link aanvragen</Link> : null}
    </Alert>
  );
}

/** The server rejected the token itself, not the password. */
const isLinkInvalid = (error: Error) =>
  error instanceof ApiError &&
  Object.keys(error.fields).length === 0 &&
  error.status >= 400 &&
  error.status < 429;
