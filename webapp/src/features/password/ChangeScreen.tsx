// Changing the password, with the current one. It ends every session of the member; the server gives this browser a
// new one, so that the member stays logged in.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { FormEvent } from 'react';
import { ApiError, failureText } from '@/api/error.ts';
import { meQuery } from '@/api/me.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { replaceToken, useSession } from '@/session/session.ts';
import { Alert, Notice, Status } from '@/ui/Alert.tsx';
import { ButtonLink } from '@/ui/Button.tsx';
import { Card } from '@/ui/Card.tsx';
import { Stack } from '@/ui/layout.tsx';
import { Page } from '@/ui/Page.tsx';
import { PasswordField } from '@/ui/PasswordField.tsx';
import { useFieldErrors } from '@/ui/useFieldErrors.ts';
import { changePassword } from './api.ts';
import { checkChange, FIELDS, type ChangeErrors, type PasswordChange } from './newPassword.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import styles from './Password.module.css';

export function ChangeScreen() {
  const { data: me } = useQuery(meQuery);
  const queries = useQueryClient();
  const change = useSingleMutation({
    mutationFn: changePassword,
    onSuccess: (token) => {
      replaceToken(token);
      // The calendar feed and the devices with news ended too.
      void queries.invalidateQueries();
    },
  });

  return (
    <Page title="Wachtwoord wijzigen">
      {me?.impersonated_by ? (
        <Notice>Alleen het lid zelf kan het wachtwoord wijzigen.</Notice>
      ) : change.isSuccess ? (
        <Status>
          <p>Je nieuwe wachtwoord is opgeslagen. Op al je andere apparaten ben je uitgelogd.</p>
          <p>Was je agenda gekoppeld of kreeg je daar meldingen? Stel dat in je profiel opnieuw in.</p>
        </Status>
      ) : (
        <ChangeForm
          error={change.error}
          busy={change.isPending}
          onSubmit={(passwordChange, onRejected) => change.mutate(passwordChange, { onError: onRejected })}
        />
      )}
      <div>
        <ButtonLink to="/profile">
          <ArrowLeft aria-hidden size={20} />
          naar je profiel
        </ButtonLink>
      </div>
    </Page>
  );
}

interface FormProps {
  readonly error: Error | null;
  readonly busy: boolean;
  readonly onSubmit: (passwordChange: PasswordChange, onRejected: (error: Error) => void) => void;
}

const readChange = (data: FormData): PasswordChange => ({
  current: String(data.get('current')),
  password: String(data.get('password')),
});

function ChangeForm({ error, busy, onSubmit }: FormProps) {
  const { email } = useSession();
  const { errors, validate, showErrors, listeners } = useFieldErrors(FIELDS, (data) =>
    checkChange(readChange(data), String(data.get('repeat'))),
  );

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const data = validate(form);
    if (data) onSubmit(readChange(data), (rejection) => showErrors(form, fieldErrorsOf(rejection)));
  };

  return (
    <Card className={styles.change}>
      <Stack as="form" gap={4} onSubmit={submit} {...listeners} noValidate>
        {error ? <Failure error={error} /> : null}
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

/** The server's sentences, by the fields of this form. */
function fieldErrorsOf(error: Error): ChangeErrors {
  const { current, new: password } = error instanceof ApiError ? error.fields : {};
  return { ...(current ? { current } : {}), ...(password ? { password } : {}) };
}

function Failure({ error }: { readonly error: Error }) {
  const texts = {
    failure: 'Opslaan mislukt. Probeer het later opnieuw.',
    // The server may have stored the password: then the next call redirects to the log-in.
    network: 'Netwerkfout. Word je straks uitgelogd, dan is je nieuwe wachtwoord toch opgeslagen.',
  };
  const hasFieldErrors = Object.keys(fieldErrorsOf(error)).length > 0;
  return <Alert>{hasFieldErrors ? 'Je wachtwoord is niet gewijzigd.' : failureText(error, texts)}</Alert>;
}
