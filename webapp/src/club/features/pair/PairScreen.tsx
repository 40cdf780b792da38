// Opened by the QR code of a manager: makes this browser a device of the club. It needs a press: a code works once, and an
// app that only looks at the link must not use it.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '@/api/error.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { Alert, Button, ButtonLink, Fact, Notice, Page, Stack, Status } from '@/ui';
import { useHashToken } from '@/ui/useHashToken.ts';
import { clubPost } from '../../api/client.ts';
import { failureText } from '../../api/failure.ts';
import { ClubSession } from '../../api/generated/ClubSession.ts';
import { startSession, storedSession } from '../../api/session.ts';
import { EntryCard } from '../../ui/index.ts';

export function PairScreen() {
  const token = useHashToken();
  const queryClient = useQueryClient();
  const pairing = useSingleMutation({
    mutationFn: async () => {
      const session = await clubPost(ClubSession, '/pair', { token });
      startSession(queryClient, session);
      return session;
    },
  });
  return (
    <EntryCard>
      <Page title={pairing.data ? 'Dit toestel is gekoppeld' : 'Dit toestel koppelen'}>
        {pairing.data ? (
          <Paired session={pairing.data} />
        ) : token === '' ? (
          <Alert>
            <p>
              Dit adres is niet compleet. Scan de code van je beheerder opnieuw met de camera van dit toestel.
            </p>
          </Alert>
        ) : (
          <Stack gap={4}>
            <p>
              Na het koppelen ziet iedereen die dit toestel gebruikt wie er speelt, en kan die scannen zonder
              in te loggen. Koppel dus alleen een toestel van de club.
            </p>
            <LoggedIn />
            <Alert>{pairing.error && <Refused error={pairing.error} />}</Alert>
            <Button wide onClick={() => pairing.mutate(undefined)} busyText={pairing.isPending && 'bezig…'}>
              koppelen
            </Button>
          </Stack>
        )}
      </Page>
    </EntryCard>
  );
}

/** A manager who scans their own code would be logged out. */
function LoggedIn() {
  const stored = storedSession();
  if (!stored || stored.hasEnded || stored.session.kind !== 'account') return null;
  return (
    <Notice>
      Je bent hier ingelogd als {stored.session.name}. Koppelen logt je uit: scan de code met het toestel dat
      op de receptie komt.
    </Notice>
  );
}

function Refused({ error }: { readonly error: Error }) {
  const isRefused = error instanceof ApiError && error.kind === 'http' && error.status < 500;
  return (
    <>
      <p>{failureText(error)}</p>
      {isRefused && error.status !== 429 ? (
        <p>Een code werkt één keer, tien minuten lang. Scan de nieuwe met de camera van dit toestel.</p>
      ) : null}
    </>
  );
}

function Paired({ session }: { readonly session: ClubSession }) {
  // The button that was pressed is gone.
  useEffect(() => document.querySelector('h1')?.focus(), []);
  return (
    <Stack gap={4}>
      <Status>Je kunt meteen beginnen.</Status>
      <Stack as="dl" gap={3} className="facts">
        <Fact term="Club">{session.club_name}</Fact>
        <Fact term="Toestel">{session.name}</Fact>
      </Stack>
      <ButtonLink to="/scan" variant="primary" wide>
        scannen
      </ButtonLink>
      <ButtonLink to="/" wide>
        wie speelt er vandaag
      </ButtonLink>
    </Stack>
  );
}
