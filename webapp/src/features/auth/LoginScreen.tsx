// Logging in. Only that something is typed and looks like an e-mail address is checked here; the server checks the rest.
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { safeRedirect } from '@/session/redirect.ts';
import { Alert, Button, optionalPart, Page, PasswordField } from '@/ui';
import { loadScreen } from '@/ui/loadWithRetry.ts';
import { AuthCard } from './AuthCard.tsx';
import { EmailField } from './EmailField.tsx';
import type { Credentials } from './logIn.ts';
import { loginFailure, isThrottled } from './loginFailure.ts';
import styles from './LoginScreen.module.css';

/** The calls and schemas are loaded when the form first gets the focus. */
const loadLogIn = () => loadScreen(() => import('./logIn.ts'));

const OtherWaysIn = optionalPart(() => import('./OtherWaysIn.tsx').then((module) => module.OtherWaysIn));

export function LoginScreen() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { redirect } = useSearch({ from: '/auth/login' });
  const [missing, setMissing] = useState<{ readonly [field in keyof Credentials]?: string | undefined }>({});
  const open = () => navigate({ href: safeRedirect(redirect), replace: true });
  const login = useSingleMutation({
    mutationFn: async (credentials: Credentials) => (await loadLogIn()).logIn(queries, credentials),
    onSuccess: open,
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = String(form.get('email')).trim();
    const password = String(form.get('password'));
    // An empty field is no log-in: the server would call it a wrong one.
    setMissing({
      email: email ? undefined : 'Vul je e-mailadres in.',
      password: password ? undefined : 'Vul je wachtwoord in.',
    });
    if (email && password) login.mutate({ email, password });
    else event.currentTarget.querySelector<HTMLElement>(email ? '[name=password]' : '[name=email]')?.focus();
  };

  return (
    <AuthCard>
      <Page
        title="Inloggen"
        intro={
          redirect?.startsWith('/shared/')
            ? 'Log in, dan zie je de ronde die met je is gedeeld.'
            : 'Welkom terug. Je volgende ronde begint hier.'
        }
      >
        <form className={styles.form} onSubmit={submit} onFocus={() => void loadLogIn()}>
          {login.error ? (
            <Alert>
              <p>{loginFailure(login.error)}</p>
              {isThrottled(login.error) ? (
                <p>Er is te vaak geprobeerd in te loggen. Wacht even en probeer het dan opnieuw.</p>
              ) : null}
            </Alert>
          ) : null}
          <EmailField autoComplete="username webauthn" error={missing.email} />
          <PasswordField
            label="Wachtwoord"
            name="password"
            autoComplete="current-password"
            error={missing.password}
          />
          <Button type="submit" wide busyText={login.isPending && 'bezig…'}>
            inloggen
          </Button>
          <Link to="/auth/forgot" className={styles.forgot}>
            wachtwoord vergeten
          </Link>
          <OtherWaysIn onLoggedIn={open} hasFailed={login.isError} />
        </form>
      </Page>
    </AuthCard>
  );
}
