// Adds a passkey of this device. After a while the server asks the password again: somebody who finds an open session
// must not be able to stay in the account.
import type { FormEvent } from 'react';
import * as z from 'zod/mini';
import { ApiError, failureText } from '@/api/error.ts';
import { useSession } from '@/session/session.ts';
import { forgetKept, useKept } from '@/features/kept-input/useKept.ts';
import { Alert, Button, Card, browserName, Stack, TextField } from '@/ui';
import { passkeysTexts, useAddPasskey } from './queries.ts';
import { isCancelled, isKnownAlready } from '@/ui/webauthn.ts';

interface Props {
  readonly passwordNeeded: boolean;
  readonly onAdded: (message: string) => void;
}

/** `Chrome op Android`, which the member may change. */
function suggestedName(): string {
  const browser = browserName(navigator.userAgent);
  if (!browser) return 'Mijn apparaat';
  return browser.system ? `${browser.name} op ${browser.system}` : browser.name;
}

export function AddPasskey({ passwordNeeded, onAdded }: Props) {
  const { email } = useSession();
  const adding = useAddPasskey();
  const [name, setName] = useKept('passkey', z.string(), suggestedName);
  const errors = adding.error instanceof ApiError ? adding.error.fields : {};

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const password = passwordNeeded ? String(new FormData(form).get('password')) : undefined;
    adding.mutate(
      { name, password },
      {
        onSuccess: () => {
          forgetKept('passkey');
          onAdded(`De passkey ${name} is toegevoegd. Je krijgt er een mail over.`);
        },
      },
    );
  };

  return (
    <Card className="narrow">
      <Stack as="form" gap={4} onSubmit={submit} noValidate>
        <h2 className="large breaks">Passkey toevoegen</h2>
        {/* A password manager needs the user name. */}
        <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
        <Alert>{adding.error && Object.keys(errors).length === 0 && addFailure(adding.error)}</Alert>
        <TextField
          label="Naam van de passkey"
          name="name"
          autoComplete="off"
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
          error={errors['name']}
        />
        {passwordNeeded ? (
          <TextField
            label="Wachtwoord"
            name="password"
            type="password"
            autoComplete="current-password"
            error={errors['password']}
          />
        ) : null}
        <div>
          <Button type="submit" busyText={adding.isPending && 'bezig…'}>
            passkey toevoegen
          </Button>
        </div>
      </Stack>
    </Card>
  );
}

function addFailure(error: Error): string {
  if (isKnownAlready(error)) return 'Dit apparaat heeft al een passkey van je account.';
  if (isCancelled(error)) return 'Er is geen passkey toegevoegd. Probeer het opnieuw als je dat wilt.';
  return failureText(error, passkeysTexts);
}
