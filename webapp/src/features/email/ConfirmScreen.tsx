// The screen to which the link in a mail to a new address leads. It names account and new address and needs a press: a
// preview of the link must not use it, and nobody is to confirm an address for an account that is not theirs: a
// mistyped one is a stranger's, who does not know the password. Afterwards every session has ended, this browser's too.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { ApiError, failureText } from '@/api/error.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { AuthCard } from '@/features/auth/AuthCard.tsx';
import { useLinkToken } from '@/features/auth/useLinkToken.ts';
import { removeCopies } from '@/features/offline/copies.ts';
import { endSession } from '@/session/session.ts';
import { Alert, Status, Button, ButtonLink, Stack, Page, PasswordField, Skeleton } from '@/ui';
import { confirmEmail, emailLinkQuery } from './api.ts';

const texts = { failure: 'onbekende fout', network: 'Netwerkfout' };

export function ConfirmScreen() {
  const { token, forget } = useLinkToken('/auth/email');
  const [confirmed, setConfirmed] = useState<string>();
  const onConfirmed = (email: string) => {
    setConfirmed(email);
    forget();
  };

  return (
    <AuthCard>
      <Page title="E-mailadres bevestigen">
        {confirmed ? (
          <Confirmed email={confirmed} />
        ) : token ? (
          <UseLink token={token} onConfirmed={onConfirmed} />
        ) : (
          <Alert>Deze link is niet compleet. Open de link uit de mail.</Alert>
        )}
      </Page>
    </AuthCard>
  );
}

function Confirmed({ email }: { readonly email: string }) {
  return (
    <Status>
      <p>
        Je e-mailadres is gewijzigd. Je logt voortaan in met <strong>{email}</strong>.
      </p>
      <p>
        Op al je apparaten ben je uitgelogd, en de koppeling met je agenda en de meldingen op je apparaten
        staan uit. Je wachtwoord en passkeys zijn hetzelfde gebleven.
      </p>
      <ButtonLink to="/auth/login" variant="primary" replace>
        inloggen
      </ButtonLink>
    </Status>
  );
}

interface UseLinkProps {
  readonly token: string;
  readonly onConfirmed: (email: string) => void;
}

function UseLink({ token, onConfirmed }: UseLinkProps) {
  const queries = useQueryClient();
  const confirm = useSingleMutation({
    mutationFn: (password: string) => confirmEmail(token, password),
    onSuccess: (email) => {
      onConfirmed(email);
      endSession();
      queries.clear();
      removeCopies();
    },
  });
  // A used link belongs to nobody any more: asking again would be refused.
  const isUnused = !confirm.isPending && !confirm.isSuccess;
  const account = useQuery({ ...emailLinkQuery(token), enabled: isUnused });
  const error = confirm.error ?? account.error;
  const wrong = error instanceof ApiError ? error.fields['password'] : undefined;
  const failed = error && !wrong ? <Alert>{failureText(error, texts)}</Alert> : null;
  // Neither a used link nor an address of another account changes by a second try.
  if (!wrong && error instanceof ApiError && (error.status === 422 || error.status === 409))
    return (
      <Stack gap={4}>
        {failed}
        <ButtonLink to="/profile/email" wide>
          naar je profiel
        </ButtonLink>
        <ButtonLink to="/contact" variant="secondary" wide>
          naar de klantenservice
        </ButtonLink>
      </Stack>
    );
  if (account.data === undefined)
    return (
      <Stack gap={4}>
        {failed ?? <Skeleton height="6rem" />}
        {account.error ? (
          <Button wide busyText={account.isFetching && 'bezig…'} onClick={() => void account.refetch()}>
            opnieuw proberen
          </Button>
        ) : null}
      </Stack>
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    confirm.mutate(String(new FormData(event.currentTarget).get('password') ?? ''));
  };
  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      <p>
        <span>Het account</span> <strong>{account.data.present}</strong> <span>krijgt het e-mailadres</span>{' '}
        <strong>{account.data.email}</strong>
      </p>
      <p>Is dat niet jouw account? Bevestig dan niet.</p>
      {failed}
      {account.data.needs_password ? (
        <PasswordField
          label="Wachtwoord van dat account"
          name="password"
          autoComplete="current-password"
          error={wrong}
        />
      ) : null}
      <Button type="submit" wide busyText={confirm.isPending && 'bezig…'}>
        bevestigen
      </Button>
    </Stack>
  );
}
