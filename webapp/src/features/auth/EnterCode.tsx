// After a link was asked for: the code of the same mail, typed here. On some phones the link opens a browser and not the app
// that is installed.
import { useState, type FormEvent } from 'react';
import { ApiError, failureText } from '@/api/error.ts';
import { Alert, Status, Button, code, TextField } from '@/ui';
import styles from './LoginScreen.module.css';
import { redeemLoginCode } from './passkeyLogin.ts';
import { useMailLogIn } from './useMailLogIn.ts';

interface Props {
  /** The id with which the server answered the request for the link. */
  readonly request: string;
  readonly onAskAgain: () => void;
}

export function EnterCode({ request, onAskAgain }: Props) {
  const [incomplete, setIncomplete] = useState(false);
  const login = useMailLogIn((typed: string) => redeemLoginCode(request, typed));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = code(String(new FormData(event.currentTarget).get('code')));
    const isWhole = typed.replaceAll(/\D/g, '').length === 8;
    setIncomplete(!isWhole);
    if (isWhole) login.mutate(typed);
  };
  const error = login.error;
  const isWrong = error instanceof ApiError && error.status === 401;
  const sentence = error ? failureText(error, { failure: 'onbekende fout', network: 'Netwerkfout' }) : '';
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Status>
        <p>
          Als je e-mailadres bij ons bekend is, ontvang je binnen een paar minuten een mail met een link en
          een code. Open de link op het apparaat waarop je wilt inloggen, of vul de code hier in.
        </p>
        <p>
          Geen mail gekregen? Kijk ook bij je ongewenste mail, of neem contact op met onze klantenservice.
        </p>
      </Status>
      <Alert>{error && !isWrong && sentence}</Alert>
      <TextField
        label="Code uit de mail"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={incomplete ? 'Vul de acht cijfers uit de mail in.' : isWrong ? sentence : undefined}
      />
      <Button type="submit" wide busyText={login.isPending && 'bezig…'}>
        inloggen
      </Button>
      <Button variant="secondary" wide onClick={onAskAgain}>
        nieuwe link aanvragen
      </Button>
    </form>
  );
}
