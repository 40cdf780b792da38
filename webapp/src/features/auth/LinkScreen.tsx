// Logging in on a new device: asks for a mail with a link, and takes the link. Taking it names the account and needs a
// press: a preview of the link must not use it, and nobody is to be logged in to another's account without seeing it.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, failureText } from '@/api/error.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { Alert, Status, Button, Page, Skeleton } from '@/ui';
import { AuthCard } from './AuthCard.tsx';
import { askedLink, forgetAskedLink, rememberAskedLink } from './askedLink.ts';
import { EnterCode } from './EnterCode.tsx';
import styles from './LoginScreen.module.css';
import { MailForm } from './MailForm.tsx';
import { linkAccountQuery, redeemLoginLink, requestLoginLink } from './passkeyLogin.ts';
import { useLinkToken } from './useLinkToken.ts';
import { useMailLogIn } from './useMailLogIn.ts';

const texts = { failure: 'onbekende fout', network: 'Netwerkfout' };

export function LinkScreen() {
  const { token, forget } = useLinkToken('/auth/link');

  return (
    <AuthCard>
      <Page title="Inloggen op een nieuw apparaat">
        {token ? <UseLink token={token} onAskAgain={forget} /> : <AskLink />}
        <Link to="/auth/login" className={styles.forgot}>
          terug naar inloggen
        </Link>
      </Page>
    </AuthCard>
  );
}

function UseLink({ token, onAskAgain }: { readonly token: string; readonly onAskAgain: () => void }) {
  const login = useMailLogIn(() => redeemLoginLink(token));
  const account = useQuery(linkAccountQuery(token));
  const error = login.error ?? account.error;
  const failed = error ? <Alert>{failureText(error, texts)}</Alert> : null;
  if (error instanceof ApiError && error.status === 401)
    return (
      <div className={styles.form}>
        {failed}
        <Button wide onClick={onAskAgain}>
          nieuwe link aanvragen
        </Button>
      </div>
    );
  if (account.data === undefined)
    return (
      <div className={styles.form}>
        {failed ?? <Skeleton height="6rem" />}
        {account.error ? (
          <Button wide busyText={account.isFetching && 'bezig…'} onClick={() => void account.refetch()}>
            probeer opnieuw
          </Button>
        ) : null}
      </div>
    );
  return (
    <div className={styles.form}>
      <p>
        <span>Je logt op dit apparaat in als</span> <strong>{account.data}</strong>
      </p>
      <p>Is dat niet jouw e-mailadres? Log dan niet in.</p>
      <p>Na het inloggen kun je een passkey aan dit apparaat toevoegen.</p>
      {failed}
      <Button wide busyText={login.isPending && 'bezig…'} onClick={() => login.mutate(undefined)}>
        inloggen
      </Button>
    </div>
  );
}

function AskLink() {
  const [asked, setAsked] = useState(() => askedLink());
  const request = useSingleMutation({
    mutationFn: requestLoginLink,
    onSuccess: (answer) => {
      if (answer.request) rememberAskedLink(answer.request);
      setAsked(answer.request ?? undefined);
    },
  });
  const askAgain = () => {
    forgetAskedLink();
    setAsked(undefined);
    request.reset();
  };
  if (asked) return <EnterCode request={asked} onAskAgain={askAgain} />;
  if (request.isSuccess)
    return (
      <Status>
        Als je e-mailadres bij ons bekend is, ontvang je binnen een paar minuten een mail met een link.
      </Status>
    );
  return (
    <MailForm busy={request.isPending} onSubmit={request.mutate}>
      <p>
        Vul het e-mailadres in waarmee je inlogt. Je krijgt dan een link en een code waarmee je zonder
        wachtwoord inlogt.
      </p>
      <Alert>{request.error && failureText(request.error, texts)}</Alert>
    </MailForm>
  );
}
