// The fields of a log-in. The field for the code appears when the server asks for it, which it does only after the right
// password. A passkey stands in for all of them.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ApiError } from '@/api/error.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { Alert, bareAddress, Button, PasswordField, Stack, TextField } from '@/ui';
import { supportsPasskeys } from '@/ui/webauthn.ts';
import { failureText } from '../../api/failure.ts';
import type { ClubLogin } from '../../api/generated/ClubLogin.ts';
import { CodeField, digitsOf, passkeyFailure } from '../../ui/index.ts';
import { logIn, logInWithPasskey } from './queries.ts';

interface LoginFormProps {
  /** The address that is filled in. */
  readonly of: string;
  readonly onLoggedIn: () => void;
}

export function LoginForm({ of, onLoggedIn }: LoginFormProps) {
  const queryClient = useQueryClient();
  const [isCodeAsked, setCodeAsked] = useState(false);
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({});
  const code = useRef<HTMLInputElement>(null);
  const login = useSingleMutation({
    mutationFn: (sent: ClubLogin) => logIn(queryClient, sent),
    onSuccess: onLoggedIn,
    onError: (error) => {
      if (!(error instanceof ApiError) || !error.fields['code']) return;
      setCodeAsked(true);
      // It is there already when the code was wrong.
      code.current?.focus();
    },
  });
  const withPasskey = useSingleMutation({
    mutationFn: () => logInWithPasskey(queryClient),
    onSuccess: onLoggedIn,
  });

  useEffect(() => {
    if (isCodeAsked) code.current?.focus();
  }, [isCodeAsked]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const email = bareAddress(String(data.get('email')));
    const password = String(data.get('password'));
    // An empty field is no log-in: the server would call it a wrong one.
    const empty = {
      ...(email ? {} : { email: 'Vul je e-mailadres in.' }),
      ...(password ? {} : { password: 'Vul je wachtwoord in.' }),
    };
    setMissing(empty);
    const [first] = Object.keys(empty);
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    else login.mutate({ email, password, code: isCodeAsked ? digitsOf(data) : null });
  };

  const fields = login.error instanceof ApiError ? login.error.fields : {};
  const hasField = ['email', 'password', 'code'].some((name) => fields[name]);
  // Before a code was sent, its error is the server's way to ask for it: a hint, not a failure.
  const codeError = login.variables?.code === null ? undefined : fields['code'];

  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      <Alert>{login.error && !hasField ? failureText(login.error) : null}</Alert>
      <TextField
        label="E-mailadres"
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={of}
        // Another account may have no second factor.
        onChange={() => setCodeAsked(false)}
        error={missing['email'] ?? fields['email']}
      />
      <PasswordField
        label="Wachtwoord"
        name="password"
        autoComplete="current-password"
        error={missing['password'] ?? fields['password']}
      />
      {isCodeAsked ? <CodeField ref={code} error={codeError} /> : null}
      <Button type="submit" wide busyText={login.isPending && 'bezig…'}>
        inloggen
      </Button>
      {supportsPasskeys() ? (
        <Button
          variant="secondary"
          wide
          onClick={() => withPasskey.mutate(undefined)}
          busyText={withPasskey.isPending && 'bezig…'}
        >
          inloggen met een passkey
        </Button>
      ) : null}
      <Alert>{withPasskey.error && passkeyFailure(withPasskey.error)}</Alert>
      <p className="soft small">
        Wachtwoord of telefoon kwijt? Een beheerder van je club nodigt je opnieuw uit.
      </p>
    </Stack>
  );
}
