// Logging in. Nothing is checked here but the form of the e-mail address: the server knows best.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { safeRedirect } from '@/session/redirect.ts';
import { Alert } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { Page } from '@/ui/Page.tsx';
import { TextField } from '@/ui/TextField.tsx';
import { AuthCard } from './AuthCard.tsx';
import type { Credentials } from './logIn.ts';
import { loginFailure, triedTooOften } from './loginFailure.ts';
import styles from './LoginScreen.module.css';

/** The calls and their checks come along with the first touch of the form. */
const loadLogIn = () => import('./logIn.ts');

export function LoginScreen() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { redirect } = useSearch({ from: '/auth/login' });
  const login = useMutation({
    mutationFn: async (credentials: Credentials) => (await loadLogIn()).logIn(queries, credentials),
    onSuccess: () => navigate({ href: safeRedirect(redirect), replace: true }),
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (login.isPending) return;
    const form = new FormData(event.currentTarget);
    login.mutate({ email: String(form.get('email')).trim(), password: String(form.get('password')) });
  };

  return (
    <AuthCard>
      <Page title="Inloggen" intro="Welkom terug. Je volgende ronde begint hier.">
        <form className={styles.form} onSubmit={submit} onFocus={() => void loadLogIn()}>
          {login.error ? (
            <Alert>
              <p>{loginFailure(login.error)}</p>
              {triedTooOften(login.error) ? (
                <p>Er is te vaak geprobeerd in te loggen. Wacht even en probeer het dan opnieuw.</p>
              ) : null}
            </Alert>
          ) : null}
          <TextField
            label="E-mailadres"
            name="email"
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextField label="Wachtwoord" name="password" type="password" autoComplete="current-password" />
          <Button type="submit" wide busyText={login.isPending && 'bezig…'}>
            inloggen
          </Button>
          <Link to="/auth/forgot" className={styles.forgot}>
            wachtwoord vergeten
          </Link>
        </form>
      </Page>
    </AuthCard>
  );
}
