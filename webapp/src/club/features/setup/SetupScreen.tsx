// Opened by the link of an invitation: a password and the authenticator app.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@/api/error.ts';
import { Alert, announce, Button, Page, Skeleton } from '@/ui';
import { useHashToken } from '@/ui/useHashToken.ts';
import { failureText } from '../../api/failure.ts';
import { EntryCard } from '../../ui/index.ts';
import { setupQuery } from './queries.ts';
import { SetupForm } from './SetupForm.tsx';

export function SetupScreen() {
  const token = useHashToken();
  const navigate = useNavigate();
  const start = () => {
    announce('Je account is klaar. Je bent ingelogd.');
    void navigate({ to: '/', replace: true });
  };
  return (
    <EntryCard>
      <Page title="Je account instellen">
        {token === '' ? (
          <Alert>
            <p>
              Dit adres is niet compleet. Open de link uit de uitnodiging opnieuw, met alles achter het #.
            </p>
            <p>Werkt hij niet meer? Vraag een beheerder van je club om een nieuwe.</p>
          </Alert>
        ) : (
          <Begun token={token} onDone={start} />
        )}
      </Page>
    </EntryCard>
  );
}

function Begun({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(setupQuery(token));
  if (data) return <SetupForm token={token} begun={data} onDone={onDone} />;
  if (!error) return <Skeleton height="6rem" count={3} />;
  const isRefused = error instanceof ApiError && error.kind === 'http' && error.status < 500;
  return (
    <Alert>
      <p>{failureText(error)}</p>
      {isRefused && error.status !== 429 ? (
        <p>Een link werkt één keer, zeven dagen lang.</p>
      ) : (
        <Button variant="secondary" onClick={() => void refetch()} busyText={isFetching && 'bezig…'}>
          opnieuw proberen
        </Button>
      )}
    </Alert>
  );
}
