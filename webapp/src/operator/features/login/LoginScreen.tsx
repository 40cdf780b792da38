// Logging in. The field for the code appears when the server asks for it: it does so only for an account with a second
// factor, and only after the right password.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ApiError } from '@/api/error.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { Alert, Button, Stack, Page, TextField } from '@/ui';
import { failureText } from '../../api/failure.ts';
import { CodeField, digitsOf } from './CodeField.tsx';
import { Entry } from './Entry.tsx';
import { PasswordField } from './PasswordField.tsx';
import { logIn, type Credentials } from './queries.ts';
import { retryText } from './retryText.ts';
import { safeReturn } from './safeReturn.ts';

export function LoginScreen() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { back } = useSearch({ from: '/login' });
  const [asksCode, setAsksCode] = useState(false);
  const [email, setEmail] = useState('');
  const code = useRef<HTMLInputElement>(null);

  const login = useSingleMutation({
    mutationFn: (credentials: Credentials) => logIn(queryClient, credentials),
    onSuccess: () => navigate({ href: safeReturn(back), replace: true }),
    onError: (error) => {
      if (!(error instanceof ApiError) || !error.fields['code']) return;
      setAsksCode(true);
      // It is there already when the code was wrong.
      code.current?.focus();
    },
  });

  useEffect(() => {
    if (asksCode) code.current?.focus();
  }, [asksCode]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    login.mutate({
      email: email.trim(),
      password: String(form.get('password')),
      code: asksCode ? digitsOf(form.get('code')) : null,
    });
  };

  const fields = login.error instanceof ApiError ? login.error.fields : {};
  const hasField = ['email', 'password', 'code'].some((name) => fields[name]);
  // Before a code was sent, its error is the server's way to ask for it: a hint, not a failure.
  const wasAsked = login.variables?.code === null && fields['code'] !== undefined;
  const codeError = wasAsked ? undefined : fields['code'];

  return (
    <Entry>
      <Page title="Log in" intro="For operators of Fairway.">
        <Stack as="form" gap={4} onSubmit={submit}>
          {login.error && !hasField ? <LoginFailure error={login.error} /> : null}
          <TextField
            label="E-mail address"
            name="email"
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
              // Another account may have no second factor.
              setAsksCode(false);
            }}
            error={fields['email']}
            required
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            error={fields['password']}
          />
          {asksCode ? (
            <CodeField
              ref={code}
              hint={codeError ? '' : 'Enter the 6 digits that your authenticator app shows.'}
              error={codeError}
            />
          ) : null}
          <Button type="submit" wide busyText={login.isPending && 'one moment…'}>
            Log in
          </Button>
        </Stack>
      </Page>
    </Entry>
  );
}

function LoginFailure({ error }: { readonly error: Error }) {
  const isThrottled = error instanceof ApiError && (error.status === 429 || error.status === 503);
  return (
    <Alert>
      <p>{failureText(error)}</p>
      {isThrottled ? <p>{retryText(error.retryAfter)}</p> : null}
    </Alert>
  );
}
