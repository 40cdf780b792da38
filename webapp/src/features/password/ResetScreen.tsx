// Choosing a new password with the token of the mail. Afterwards everything that opened the account has ended, so the
// session in this browser is removed too.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent } from 'react';
import { ApiError, failureText } from '@/api/error.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { AuthCard } from '@/features/auth/AuthCard.tsx';
import { useLinkToken } from '@/features/auth/useLinkToken.ts';
import { removeCopies } from '@/features/offline/copies.ts';
import { endSession } from '@/session/session.ts';
import { Alert, Status } from '@/ui/Alert.tsx';
import { ButtonLink } from '@/ui/Button.tsx';
import { Stack } from '@/ui/layout.tsx';
import { Page } from '@/ui/Page.tsx';
import { useFieldErrors } from '@/ui/useFieldErrors.ts';
import { resetAccountQuery, resetPassword } from './api.ts';
import { checkNewPassword, FIELDS } from './newPassword.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';

export function ResetScreen() {
  // A used link is refused with what to do next, also after a reload.
  const { token } = useLinkToken('/auth/reset');
  const queries = useQueryClient();
  const reset = useSingleMutation({
    mutationFn: (password: string) => resetPassword(token ?? '', password),
    onSuccess: () => {
      endSession();
      queries.clear();
      removeCopies();
    },
  });

  return (
    <AuthCard>
      <Page title="Nieuw wachtwoord">
        {reset.isSuccess ? (
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
          <PasswordForm token={token} error={reset.error} busy={reset.isPending} onSubmit={reset.mutate} />
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

interface FormProps {
  readonly token: string;
  readonly error: Error | null;
  readonly busy: boolean;
  readonly onSubmit: (password: string) => void;
}

function PasswordForm({ token, error, busy, onSubmit }: FormProps) {
  const account = useQuery(resetAccountQuery(token));
  const { errors, validate, listeners } = useFieldErrors(FIELDS, (data) =>
    checkNewPassword(String(data.get('password')), String(data.get('repeat'))),
  );
  const rejection = error instanceof ApiError ? error.fields['password'] : undefined;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const data = validate(event.currentTarget);
    if (data) onSubmit(String(data.get('password')));
  };

  return (
    <Stack as="form" gap={4} onSubmit={submit} {...listeners} noValidate>
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
