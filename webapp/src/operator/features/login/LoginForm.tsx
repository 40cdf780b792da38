// The fields of a log-in. The field for the code appears when the server asks for it: it does so only for an account with a
// second factor, and only after the right password. A recovery code stands in for it, and a passkey for all of them.
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { ApiError } from '@/api/error.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { Alert, Button, Stack, TextField } from '@/ui';
import { failureText } from '../../api/failure.ts';
import { digitsOf } from './CodeField.tsx';
import { FactorField, type FactorKind } from './FactorField.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { PasswordField } from './PasswordField.tsx';
import type { Credentials, Proof } from './queries.ts';
import { retryText } from './retryText.ts';

interface LoginFormProps {
  /** The address that is filled in: the password then has the first focus. */
  readonly of?: string;
  readonly logIn: (proof: Proof) => Promise<void>;
  /** Below the button. */
  readonly children?: ReactNode;
}

export function LoginForm({ of = '', logIn, children }: LoginFormProps) {
  const [asked, setAsked] = useState<FactorKind>();
  const [email, setEmail] = useState(of);
  const code = useRef<HTMLInputElement>(null);

  const login = useSingleMutation({
    mutationFn: (credentials: Credentials) => logIn(credentials),
    onError: (error) => {
      if (!(error instanceof ApiError) || !error.fields['code']) return;
      setAsked((present) => present ?? 'app');
      // It is there already when the code was wrong.
      code.current?.focus();
    },
  });

  useEffect(() => {
    if (asked) code.current?.focus();
  }, [asked]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    login.mutate({
      email: email.trim(),
      password: String(form.get('password')),
      code: asked ? digitsOf(form.get('code')) : null,
    });
  };

  const fields = login.error instanceof ApiError ? login.error.fields : {};
  const hasField = ['email', 'password', 'code'].some((name) => fields[name]);
  // Before a code was sent, its error is the server's way to ask for it: a hint, not a failure.
  const wasAsked = login.variables?.code === null && fields['code'] !== undefined;
  const codeError = wasAsked ? undefined : fields['code'];

  return (
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
          setAsked(undefined);
        }}
        error={fields['email']}
        required
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        isFirst={of !== ''}
        error={fields['password']}
      />
      {asked ? (
        <FactorField
          ref={code}
          kind={asked}
          onKind={(kind) => {
            setAsked(kind);
            // The error is about the other code.
            login.reset();
          }}
          hint={codeError ? '' : 'Enter the 6 digits that your authenticator app shows.'}
          error={codeError}
        />
      ) : null}
      <Button type="submit" wide busyText={login.isPending && 'one moment…'}>
        Log in
      </Button>
      <PasskeyButton label="Use a passkey" onAnswer={logIn} />
      {children}
    </Stack>
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
