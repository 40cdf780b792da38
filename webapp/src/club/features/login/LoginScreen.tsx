// Logging in as a person, and on from there to the address that was asked for. A device has no password: a manager pairs it.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Notice, Page } from '@/ui';
import { safeReturn } from '@/ui/safeReturn.ts';
import { hasDrafts } from '../../api/drafts.ts';
import { mayOpen, storedSession } from '../../api/session.ts';
import { EntryCard } from '../../ui/index.ts';
import { LoginForm } from './LoginForm.tsx';

export function LoginScreen() {
  const navigate = useNavigate();
  const { back } = useSearch({ from: '/login' });
  const stored = storedSession();
  const before = stored?.session;
  return (
    <EntryCard>
      <Page title="Inloggen" intro="Voor golfclubs: zie wie er speelt en scan de spelers.">
        {before?.kind === 'device' ? (
          <Notice>
            <p>
              Dit toestel (<strong>{before.name}</strong>) is niet meer gekoppeld aan {before.club_name}. Een
              beheerder koppelt het opnieuw bij Team. Scans die nog wachten, zijn bewaard.
            </p>
          </Notice>
        ) : before && stored.hasEnded ? (
          <Notice>
            <p>
              Je sessie is verlopen. Log opnieuw in.
              {mayOpen(before, '/scan') ? ' Scans die nog wachten, zijn bewaard.' : null}
              {hasDrafts() ? ' Wat je schreef, is bewaard.' : null}
            </p>
          </Notice>
        ) : null}
        <LoginForm
          of={before?.email ?? ''}
          onLoggedIn={() => void navigate({ href: safeReturn(back), replace: true })}
        />
      </Page>
    </EntryCard>
  );
}
