// The devices on which the member is logged in. The member ends unknown sessions here, one by one or all at once.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { SessionRow } from '@/api/generated/SessionRow.ts';
import { failureText } from '@/api/error.ts';
import { logOut } from '@/features/auth/logOut.ts';
import { ProfilePart } from '@/features/profile/ProfilePart.tsx';
import { Alert, Status, Button, Stack, Loaded, Skeleton } from '@/ui';
import { EverywhereDialog } from './EverywhereDialog.tsx';
import { sessionsQuery, sessionsTexts, useEndSession } from './queries.ts';
import { SessionItem } from './SessionItem.tsx';
import { deviceName } from './sessionTexts.ts';

export function SessionsScreen() {
  return (
    <ProfilePart
      onlyMember="Alleen het lid zelf ziet de ingelogde apparaten."
      title="Ingelogde apparaten"
      intro="Hier ben je ingelogd. Herken je een apparaat niet? Log het dan uit en wijzig je wachtwoord."
    >
      <Sessions />
    </ProfilePart>
  );
}

function Sessions() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const query = useQuery(sessionsQuery);
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState('');
  const ending = useEndSession((session) => setDone(`${deviceName(session)} is uitgelogd.`));

  const onEnded = (includingThis: boolean) => {
    setAsking(false);
    if (!includingThis) return setDone('Op al je andere apparaten ben je uitgelogd.');
    logOut(queries);
    return void navigate({ to: '/auth/login', replace: true });
  };

  return (
    <Loaded
      query={query}
      skeleton={<Skeleton height="6rem" count={3} />}
      failure={(error) => [
        failureText(error, {
          failure: 'Je apparaten kunnen niet worden geladen.',
          network: sessionsTexts.network,
        }),
      ]}
    >
      {(sessions: readonly SessionRow[]) => (
        <>
          {done ? <Status>{done}</Status> : null}
          <Alert>{ending.error && failureText(ending.error, sessionsTexts)}</Alert>
          <Stack as="ul" gap={3} aria-label="Apparaten">
            {sessions.map((session) => (
              <SessionItem
                key={session.id}
                session={session}
                isEnding={ending.isPending && ending.variables.id === session.id}
                onEnd={() => ending.mutate(session)}
              />
            ))}
          </Stack>
          {sessions.length > 1 ? null : <p>Je bent nergens anders ingelogd.</p>}
          <div>
            <Button variant="danger" onClick={() => setAsking(true)}>
              overal uitloggen
            </Button>
          </div>
          {asking ? (
            <EverywhereDialog
              hasOthers={sessions.length > 1}
              onClose={() => setAsking(false)}
              onEnded={onEnded}
            />
          ) : null}
        </>
      )}
    </Loaded>
  );
}
