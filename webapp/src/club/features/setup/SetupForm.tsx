// The authenticator app, a password, and a code that proves that the app has the secret.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Alert, Button, Fact, PasswordField, Row, Stack, useForm, type FieldErrors } from '@/ui';
import { ButtonAnchor } from '@/ui/Button.tsx';
import { copyText } from '@/ui/copyText.ts';
import type { ClubSetup } from '../../api/generated/ClubSetup.ts';
import { CodeField, digitsOf, QrImage } from '../../ui/index.ts';
import { finishSetup } from './queries.ts';
import styles from './SetupForm.module.css';

const SHORTEST_PASSWORD = 12;

interface SetupFormProps {
  readonly token: string;
  readonly begun: ClubSetup;
  readonly onDone: () => void;
}

export function SetupForm({ token, begun, onDone }: SetupFormProps) {
  const queryClient = useQueryClient();
  const { form, errors, failure, busy } = useForm({
    check: (data): FieldErrors => ({
      ...(String(data.get('password')).length < SHORTEST_PASSWORD
        ? { password: `Kies een wachtwoord van minstens ${SHORTEST_PASSWORD} tekens.` }
        : {}),
      ...(/^\d{6}$/.test(digitsOf(data)) ? {} : { code: 'Vul de 6 cijfers in die de app toont.' }),
    }),
    send: async (data) => {
      await finishSetup(queryClient, {
        token,
        password: String(data.get('password')),
        code: digitsOf(data),
        enrolment: begun.enrolment,
      });
      onDone();
    },
    rechecks: true,
    focusesRejected: true,
  });
  return (
    <Stack as="form" gap={5} {...form} noValidate>
      <Stack as="dl" gap={3} className="facts">
        <Fact term="Club">{begun.club_name}</Fact>
        <Fact term="Account">
          {begun.name}
          <br />
          {begun.email}
        </Fact>
      </Stack>
      {/* A password manager stores the password with the address that belongs to it. */}
      <input type="hidden" name="username" autoComplete="username" value={begun.email} />
      <Stack as="section" gap={3} aria-labelledby="setup-app">
        <h2 id="setup-app" className="title">
          1. Authenticator-app
        </h2>
        <p>Je hebt een authenticator-app op je telefoon nodig, bij elke keer inloggen.</p>
        <div className={styles.ways}>
          <Stack gap={3} className={styles.here}>
            <p>Is dit je telefoon? Open de app, of kopieer de sleutel en plak hem in de app.</p>
            <ButtonAnchor href={begun.uri}>open de app</ButtonAnchor>
            <Row gap={2}>
              <code className={styles.secret}>{begun.secret}</code>
              <CopySecret secret={begun.secret} />
            </Row>
          </Stack>
          <Stack gap={3}>
            <p>Is dit niet je telefoon? Scan deze code met de app.</p>
            <QrImage svg={begun.qr_svg} alt="QR-code voor de authenticator-app" />
          </Stack>
        </div>
      </Stack>
      <Stack as="section" gap={3} aria-labelledby="setup-password">
        <h2 id="setup-password" className="title">
          2. Wachtwoord
        </h2>
        <PasswordField
          label="Nieuw wachtwoord"
          name="password"
          autoComplete="new-password"
          // For the passwords that managers make up: Apple's, and those that learnt it from Apple.
          {...{ passwordrules: `minlength: ${SHORTEST_PASSWORD}; maxlength: 256;` }}
          hint={`Minstens ${SHORTEST_PASSWORD} tekens, en geen veelgebruikt wachtwoord. Een paar losse woorden is sterk en makkelijk te onthouden.`}
          error={errors['password']}
        />
      </Stack>
      <Stack as="section" gap={3} aria-labelledby="setup-code">
        <h2 id="setup-code" className="title">
          3. Bevestigen
        </h2>
        <CodeField error={errors['code']} />
        <Alert>{failure}</Alert>
        <Button type="submit" wide busyText={busy && 'bezig…'}>
          opslaan
        </Button>
      </Stack>
    </Stack>
  );
}

function CopySecret({ secret }: { readonly secret: string }) {
  const [state, setState] = useState('kopieer sleutel');
  const copy = async () => {
    const isCopied = await copyText(secret.replaceAll(' ', ''));
    setState(isCopied ? 'gekopieerd' : 'selecteer de sleutel');
  };
  return (
    <Button variant="secondary" onClick={() => void copy()}>
      <span aria-live="polite">{state}</span>
    </Button>
  );
}
