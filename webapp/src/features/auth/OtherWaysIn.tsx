// Below the form of the log-in: a passkey, where the browser can have one, and a link by mail. Loaded after the form is
// there. While it is on the screen the browser offers passkeys at the field of the e-mail address.
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, failureText } from '@/api/error.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { Alert, Button } from '@/ui';
import { isCancelled, supportsAutofill, supportsPasskeys } from '@/ui/webauthn.ts';
import { openSession } from './logIn.ts';
import styles from './LoginScreen.module.css';
import { chooseAndSign, requestTokenWith } from './passkeyLogin.ts';

interface Props {
  readonly onLoggedIn: () => unknown;
}

/** `hasFailed`: a log-in with the form has failed. */
export function OtherWaysIn({ onLoggedIn, hasFailed }: Props & { readonly hasFailed: boolean }) {
  const queries = useQueryClient();
  const [offer, setOffer] = useState(0);
  const offering = useRef<AbortController>(null);
  const [offerFailure, setOfferFailure] = useState<Error>();
  const [isUnavailable, setUnavailable] = useState(false);
  const login = useSingleMutation({
    mutationFn: async () => {
      setOfferFailure(undefined);
      // The browser runs one request at a time. Its offer gives way, also while the member answers it: otherwise the
      // browser refuses this one.
      offering.current?.abort();
      await openSession(queries, await requestTokenWith(await chooseAndSign()));
    },
    onSuccess: onLoggedIn,
    onError: () => setOffer((count) => count + 1),
  });

  const failure = login.error ?? offerFailure;
  return (
    <>
      {/* Again after each press of the button, which ended it. */}
      <AutofillOffer
        key={offer}
        onOffering={(controller) => {
          offering.current = controller;
        }}
        onLoggedIn={onLoggedIn}
        onFailure={setOfferFailure}
        onUnavailable={() => setUnavailable(true)}
      />
      <Alert>{failure && !isCancelled(failure) && passkeyFailure(failure)}</Alert>
      {supportsPasskeys() && !isUnavailable ? (
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
      {hasFailed || failure ? (
        <Link to="/contact" className={styles.forgot}>
          Kom je er niet in? Neem contact op
        </Link>
      ) : null}
    </>
  );
}

interface OfferProps extends Props {
  /** Receives what ends the offer. */
  readonly onOffering: (controller: AbortController) => void;
  /** After the member chose a passkey. */
  readonly onFailure: (failure: Error) => void;
  /** The portal has no passkeys at its address. */
  readonly onUnavailable: () => void;
}

/** Shows nothing itself: the browser does, at the field of the e-mail address. */
function AutofillOffer({ onOffering, onLoggedIn, onFailure, onUnavailable }: OfferProps) {
  const queries = useQueryClient();
  const open = useEffectEvent(async (token: string) => {
    await openSession(queries, token);
    onLoggedIn();
  });
  const fail = useEffectEvent(onFailure);
  const begin = useEffectEvent(onOffering);
  const stop = useEffectEvent(onUnavailable);
  useEffect(() => {
    const controller = new AbortController();
    begin(controller);
    void offerPasskeys(controller.signal, (token) => open(token), stop).catch((error: unknown) => {
      if (error instanceof Error && !controller.signal.aborted) fail(error);
    });
    return () => controller.abort();
  }, []);
  return null;
}

/** Fails only after the member chose: until then it is an offer, beside the form and the button. */
async function offerPasskeys(
  signal: AbortSignal,
  onToken: (token: string) => Promise<void>,
  onUnavailable: () => void,
) {
  const answer = await offered(signal).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 409) onUnavailable();
    return undefined;
  });
  if (answer) await onToken(await requestTokenWith(answer));
}

async function offered(signal: AbortSignal) {
  if (!(await supportsAutofill()) || signal.aborted) return undefined;
  return chooseAndSign(signal);
}

function passkeyFailure(error: Error): string {
  if (error instanceof ApiError && error.status === 429)
    return 'Er is te vaak geprobeerd in te loggen. Wacht even en probeer het dan opnieuw.';
  return failureText(error, { failure: 'onbekende fout', network: 'Netwerkfout' });
}
