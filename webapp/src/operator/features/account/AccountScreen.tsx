// One's own account: the rights of its roles, what one logs in with, and the browsers in which one is logged in.
import { useState } from 'react';
import { Page, Region, Stack, Fact } from '@/ui';
import { useSession, type Session } from '../../api/session.ts';
import { Instant } from '../../ui/index.ts';
import styles from './AccountScreen.module.css';
import { NewCodes } from './NewCodes.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { Passkeys } from './Passkeys.tsx';
import { Proofs } from './Proofs.tsx';
import { mayDo, roleNames } from './roles.ts';

export function AccountScreen() {
  const session = useSession();
  const [codes, setCodes] = useState<readonly string[]>();
  // New codes are printed alone.
  const besides = codes ? 'screen-only' : undefined;
  return (
    <Page title="Your account" full>
      <div className={styles.columns}>
        {session ? <Who session={session} className={besides} /> : null}
        <div>
          {session ? (
            codes ? (
              <NewCodes codes={codes} email={session.email} onStored={() => setCodes(undefined)} />
            ) : (
              <>
                <Proofs email={session.email} onNewCodes={setCodes} />
                <Passkeys />
              </>
            )
          ) : null}
          <OwnSessions className={besides} />
        </div>
      </div>
    </Page>
  );
}

interface WhoProps {
  readonly session: Session;
  readonly className: string | undefined;
}

function Who({ session, className }: WhoProps) {
  return (
    <Region title={session.name} className={className}>
      <Stack as="dl" gap={3} className="facts panel">
        <Fact term="E-mail address">{session.email}</Fact>
        <Fact term="Second factor">{session.has_second_factor ? 'Yes: an authenticator app.' : 'No.'}</Fact>
        <Fact term="Session">
          Ends at <Instant at={session.expires_at} />, or after {session.idle_minutes} minutes without use.
        </Fact>
        {session.roles.map((role) => (
          <Fact key={role} className={styles.role} term={roleNames[role]}>
            {mayDo[role]}
          </Fact>
        ))}
      </Stack>
    </Region>
  );
}
