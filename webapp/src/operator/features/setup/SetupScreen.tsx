// Opened by the link that a new operator, or one whose access was reset, was given: a password and the authenticator app.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/api/error.ts';
import { Alert, Status, Button, ButtonLink, Page, Skeleton } from '@/ui';
import { useHashToken } from '@/ui/useHashToken.ts';
import { failureText } from '../../api/failure.ts';
import { Entry } from '../login/Entry.tsx';
import { setupQuery } from './queries.ts';
import { SetupForm } from './SetupForm.tsx';

export function SetupScreen() {
  const token = useHashToken();
  const [isDone, setIsDone] = useState(false);
  return (
    <Entry>
      <Page title="Set up your access">
        {isDone ? (
          <Done />
        ) : token === '' ? (
          <NoToken />
        ) : (
          <Begun token={token} onDone={() => setIsDone(true)} />
        )}
      </Page>
    </Entry>
  );
}

function Begun({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const query = useQuery(setupQuery(token));
  if (query.data) return <SetupForm token={token} begun={query.data} onDone={onDone} />;
  if (!query.error) return <Skeleton height="6rem" count={3} />;
  if (query.error instanceof ApiError && query.error.status === 404) {
    return <Expired sentence={failureText(query.error)} />;
  }
  return (
    <Alert>
      <p>{failureText(query.error)}</p>
      <Button
        variant="secondary"
        onClick={() => void query.refetch()}
        busyText={query.isFetching && 'trying…'}
      >
        Try again
      </Button>
    </Alert>
  );
}

function Expired({ sentence }: { readonly sentence: string }) {
  return (
    <Alert>
      <p>{sentence}</p>
      <p>A link works once, for 24 hours. Ask an admin for a new one.</p>
    </Alert>
  );
}

function NoToken() {
  return (
    <Alert>
      <p>
        This address is not complete. Open the link that you were given once more, with all that follows the
        #.
      </p>
      <p>If it does not work any more, ask an admin for a new one.</p>
    </Alert>
  );
}

function Done() {
  return (
    <>
      <Status>Your password and your authenticator app are set. You can log in now.</Status>
      <ButtonLink to="/login" variant="primary" wide>
        Go to the log-in
      </ButtonLink>
    </>
  );
}
