// Asking for another e-mail address, with the password. Nothing changes before the link that is mailed to it is used.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { failureText } from '@/api/error.ts';
import { useSession } from '@/session/session.ts';
import { forgetKept, useKept } from '@/features/kept-input/useKept.ts';
import { ProfilePart } from '@/features/profile/ProfilePart.tsx';
import {
  addressProblem,
  bareAddress,
  Alert,
  Status,
  Button,
  Card,
  Stack,
  PasswordField,
  TextField,
  sentencesOf,
  useForm,
  type FieldErrors,
} from '@/ui';
import { askForEmail, type NewEmail } from './api.ts';

type Errors = FieldErrors<'email' | 'password'>;

const texts = {
  failure: 'Aanvragen mislukt. Probeer het later opnieuw.',
  network: 'Netwerkfout. Kijk of je de mail toch krijgt, of probeer het opnieuw.',
};

export function AskScreen() {
  const [asked, setAsked] = useState<string>();
  return (
    <ProfilePart onlyMember="Alleen het lid zelf kan het e-mailadres wijzigen." title="E-mailadres wijzigen">
      {asked ? (
        <Status>
          <p>
            We hebben een mail gestuurd naar <strong>{asked}</strong>. Open binnen een uur de link in die mail
            om het adres te bevestigen. Tot dan blijf je inloggen met je huidige adres.
          </p>
          <p>Geen mail gekregen? Kijk bij je ongewenste mail, en of je het adres goed hebt getypt.</p>
        </Status>
      ) : (
        <AskForm onAsked={setAsked} />
      )}
    </ProfilePart>
  );
}

const read = (data: FormData): NewEmail => ({
  email: bareAddress(String(data.get('email'))),
  password: String(data.get('password')),
});

function check(data: FormData, present: string | null | undefined): Errors {
  const { email, password } = read(data);
  const problem = addressProblem(email) ?? (email === present ? 'Dit is al je e-mailadres.' : undefined);
  return {
    ...(problem ? { email: problem } : {}),
    ...(password ? {} : { password: 'Vul je wachtwoord in.' }),
  };
}

function AskForm({ onAsked }: { readonly onAsked: (email: string) => void }) {
  const { email: present } = useSession();
  const [typed, setTyped] = useKept('email', z.string(), () => '');
  const { form, errors, error, busy } = useForm({
    check: (data) => check(data, present),
    send: async (data) => {
      await askForEmail(read(data));
      forgetKept('email');
      onAsked(read(data).email);
    },
    fieldsOf,
    rechecks: true,
    focusesRejected: true,
  });
  return (
    <Card className="narrow">
      <Stack as="form" gap={4} {...form} noValidate>
        <Alert>{error && failureOf(error)}</Alert>
        <p>
          Je logt nu in met <strong>{present}</strong>. We sturen een mail naar het nieuwe adres om het te
          bevestigen, en een bericht naar dit adres. Na het bevestigen log je overal opnieuw in.
        </p>
        <TextField
          label="Nieuw e-mailadres"
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={errors.email}
        />
        <PasswordField
          label="Wachtwoord"
          name="password"
          autoComplete="current-password"
          error={errors.password}
        />
        <p>
          Geen wachtwoord? <Link to="/auth/forgot">Vraag er een aan.</Link>
        </p>
        <Button type="submit" wide busyText={busy && 'bezig…'}>
          wijzigen
        </Button>
      </Stack>
    </Card>
  );
}

/** The server's sentences, by the fields of this form. */
function fieldsOf(error: unknown): Errors {
  const { email, password } = sentencesOf(error);
  return { ...(email ? { email } : {}), ...(password ? { password } : {}) };
}

function failureOf(error: Error): string {
  return Object.keys(fieldsOf(error)).length > 0
    ? 'Je e-mailadres is niet gewijzigd.'
    : failureText(error, texts);
}
