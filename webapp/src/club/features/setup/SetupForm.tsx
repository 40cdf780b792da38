// The authenticator app, a password, and a code that proves that the app has the secret.
import { Alert, Button, Fact, PasswordField, Stack, useForm, type FieldErrors } from '@/ui';
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
  const { form, errors, failure, busy } = useForm({
    check: (data): FieldErrors => ({
      ...(String(data.get('password')).length < SHORTEST_PASSWORD
        ? { password: `Kies een wachtwoord van minstens ${SHORTEST_PASSWORD} tekens.` }
        : {}),
      ...(/^\d{6}$/.test(digitsOf(data)) ? {} : { code: 'Vul de 6 cijfers in die de app toont.' }),
    }),
    send: async (data) => {
      await finishSetup({
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
        <p>
          Scan deze code met een authenticator-app op je telefoon. Je hebt de app bij elke keer inloggen
          nodig.
        </p>
        <QrImage svg={begun.qr_svg} alt="QR-code voor de authenticator-app" />
        <p>
          Is dit je telefoon? <a href={begun.uri}>open de app</a>, of neem deze sleutel over:
        </p>
        <code className={styles.secret}>{begun.secret}</code>
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
