// One's own account: the rights of its roles, and the browsers in which one is logged in.
import { Page, Region, Stack, Fact } from '@/ui';
import { useSession, type Session } from '../../api/session.ts';
import { Instant } from '../../ui/index.ts';
import styles from './AccountScreen.module.css';
import { OwnSessions } from './OwnSessions.tsx';
import { mayDo, roleNames } from './roles.ts';

export function AccountScreen() {
  const session = useSession();
  return (
    <Page title="Your account" full>
      <div className={styles.columns}>
        {session ? <Who session={session} /> : null}
        <OwnSessions />
      </div>
    </Page>
  );
}

function Who({ session }: { readonly session: Session }) {
  return (
    <Region title={session.name}>
      <Stack as="dl" gap={3} className="facts panel">
        <Fact term="E-mail address">{session.email}</Fact>
        <Fact term="Second factor">
          {session.has_second_factor
            ? 'Yes: an authenticator app.'
            : 'No. Ask an admin to reset your access, to set one up.'}
        </Fact>
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
