// The first screen: the one search, what it accepts, and what was opened last.
import { ButtonLink, Page, Stack } from '@/ui';
import { hasRole, useSession } from '../../api/session.ts';
import { SearchBox } from '../../ui/index.ts';
import { Accepted } from './Accepted.tsx';
import styles from './HomeScreen.module.css';
import { RecentSubjects } from './RecentSubjects.tsx';

export function HomeScreen() {
  const session = useSession();
  if (!hasRole(session, 'support', 'auditor')) {
    return (
      <Page title="Fairway operators">
        <p>
          Looking up members and bookings needs the role support or auditor. Yours:{' '}
          {session?.roles.join(', ') || 'none'}.
        </p>
        {hasRole(session, 'content', 'admin') ? (
          <p>
            <ButtonLink to="/content" variant="primary" preload={false}>
              Content
            </ButtonLink>
          </p>
        ) : null}
      </Page>
    );
  }
  return (
    <Page title="Look up" full>
      <div className={styles.search}>
        <SearchBox
          label="Who or what are you looking for?"
          hint="An e-mail address, a name, a code, …"
          autoFocus
        />
      </div>
      <Stack gap={6} className={styles.columns}>
        <RecentSubjects />
        <Accepted />
      </Stack>
    </Page>
  );
}
