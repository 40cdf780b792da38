// Below the form of the log-in: a passkey, where the browser can have one, and a link by mail. Loaded after the form is
// there. While it is on the screen the browser offers passkeys at the field of the e-mail address.
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError, failureText } from '@/api/error.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { Alert } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { isCancelled, supportsAutofill, supportsPasskeys } from '@/ui/webauthn.ts';
import { openSession } from './logIn.ts';
import styles from './LoginScreen.module.css';
import { requestTokenWithPasskey } from './passkeyLogin.ts';

interface Props {
  readonly onLoggedIn: () => unknown;
}

/** `hasFailed`: a log-in with the form did. */
export function OtherWaysIn({ onLoggedIn, hasFailed }: Props & { readonly hasFailed: boolean }) {
  const queries = useQueryClient();
  const [offer, setOffer] = useState(0);
  const login = useSingleMutation({
    mutationFn: async () => {
      const token = await requestTokenWithPasskey();
      await openSession(queries, token);
    },
    onSuccess: onLoggedIn,
    onError: () => setOffer((count) => count + 1),
  });

  return (
    <>
      {/* Again after each press of the button: the browser runs one request at a time, so what it offered has ended. */}
      <AutofillOffer key={offer} onLoggedIn={onLoggedIn} />
      {login.error && !isCancelled(login.error) ? (
        <Alert>
          <p>{passkeyFailure(login.error)}</p>
        </Alert>
      ) : null}
      {supportsPasskeys() ? (
        <Button
          variant="secondary"
          wide
          busyText={login.isPending && 'bezig…'}
          onClick={() => login.mutate(undefined)}
        >
          <KeyRound aria-hidden size={20} />
          inloggen met passkey
        </Button>
      ) : null}
      <Link to="/auth/link" className={styles.forgot}>
        stuur mij een inloglink
      </Link>
      {hasFailed || login.isError ? (
        <Link to="/contact" className={styles.forgot}>
          Kom je er niet in? Neem contact op
        </Link>
      ) : null}
    </>
  );
}

/** Shows nothing itself: the browser does, at the field of the e-mail address. */
function AutofillOffer({ onLoggedIn }: Props) {
  const queries = useQueryClient();
  const open = useEffectEvent(async (token: string) => {
    await openSession(queries, token);
    onLoggedIn();
  });
  useEffect(() => {
    const offering = new AbortController();
    void offerPasskeys(offering.signal, (token) => open(token));
    return () => offering.abort();
  }, []);
  return null;
}

async function offerPasskeys(signal: AbortSignal, onToken: (token: string) => Promise<void>) {
  try {
    if (!(await supportsAutofill()) || signal.aborted) return;
    await onToken(await requestTokenWithPasskey(signal));
  } catch {
    // It is only an offer: the form and the button are there, and say what goes wrong.
  }
}

function passkeyFailure(error: Error): string {
  if (error instanceof ApiError && error.status === 429)
    return 'Er is te vaak geprobeerd in te loggen. Wacht even en probeer het dan opnieuw.';
  return failureText(error, { failure: 'onbekende fout', network: 'Netwerkfout' });
}
