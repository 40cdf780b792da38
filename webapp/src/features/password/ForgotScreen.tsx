// Requests a mail with a link for a new password. The response is the same for every address: the portal does not
// disclose who is a member.
import { Link } from '@tanstack/react-router';
import { ApiError } from '@/api/error.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { AuthCard } from '@/features/auth/AuthCard.tsx';
import styles from '@/features/auth/LoginScreen.module.css';
import { MailForm } from '@/features/auth/MailForm.tsx';
import { Alert, Status, Page } from '@/ui';
import { requestReset } from './api.ts';

export function ForgotScreen() {
  const request = useSingleMutation({ mutationFn: requestReset });

  return (
    <AuthCard>
      <Page title="Wachtwoord vergeten">
        {request.isSuccess ? (
          <Status>
            <p>
              Als je e-mailadres bij ons bekend is, ontvang je binnen een paar minuten een mail met een link.
              Die link is een uur geldig.
            </p>
            <p>
              Geen mail gekregen? Kijk ook bij je ongewenste mail, of{' '}
              <Link to="/contact">neem contact op met onze klantenservice</Link>.
            </p>
          </Status>
        ) : (
          <MailForm busy={request.isPending} onSubmit={request.mutate}>
            <p>
              Vul het e-mailadres in waarmee je inlogt. Je krijgt dan een link om een nieuw wachtwoord te
              kiezen.
            </p>
            {request.error ? <Failure error={request.error} /> : null}
          </MailForm>
        )}
        <Link to="/auth/login" className={styles.forgot}>
          terug naar inloggen
        </Link>
      </Page>
    </AuthCard>
  );
}

function Failure({ error }: { readonly error: Error }) {
  const unreachable = error instanceof ApiError && (error.kind === 'network' || error.kind === 'timeout');
  const throttled = error instanceof ApiError && error.status === 429;
  return (
    <Alert>
      <p>{unreachable ? 'Netwerkfout' : 'onbekende fout'}</p>
      {throttled ? <p>Je hebt dit te vaak geprobeerd. Wacht even en probeer het dan opnieuw.</p> : null}
    </Alert>
  );
}
