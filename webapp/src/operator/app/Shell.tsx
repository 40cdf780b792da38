// The layout of every screen: skip link, product name, search, navigation by role, the operator and the main area.
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Announcer } from '@/ui/Announcer.tsx';
import { Brand } from '@/ui/Brand.tsx';
import { SkipLink } from '@/ui/SkipLink.tsx';
import { ThemeSwitch } from '@/ui/ThemeSwitch.tsx';
import { post } from '../api/client.ts';
import { removeDrafts } from '../api/drafts.ts';
import { endSession, mayFind, useSession, type Session } from '../api/session.ts';
import { SearchBox } from '../ui/index.ts';
import { Confirmation } from './Confirmation.tsx';
import { EndedSession } from './EndedSession.tsx';
import { navigationOf } from './navigation.ts';
import { Palette } from './Palette.tsx';
import styles from './Shell.module.css';
import { useSearchShortcut } from './useSearchShortcut.ts';

export function Shell() {
  const session = useSession();
  return (
    <div className={styles.shell}>
      <SkipLink to="content" />
      <header>
        {session?.environment === 'development' ? (
          <p className={styles.environment}>Development: these are no real members.</p>
        ) : null}
        <div className={styles.header}>
          <Link to="/" className={styles.brand} preload={false}>
            <Brand /> <span className={styles.product}>operators</span>
          </Link>
          {session ? <Inside session={session} /> : null}
          <ThemeSwitch dark="Dark theme" light="Light theme" className={styles.theme} />
        </div>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      {session ? <Confirmation hasApp={session.has_second_factor} /> : null}
      {session ? <Palette session={session} /> : null}
      {session ? <EndedSession key={session.email} email={session.email} /> : null}
      <Announcer />
    </div>
  );
}

/** Search and navigation. The first screen has the search in its centre. */
function Inside({ session }: { readonly session: Session }) {
  const { pathname, search } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  useSearchShortcut();
  const asked = pathname === '/find' && 'q' in search ? search.q : undefined;
  const hasSearch = mayFind(session) && pathname !== '/';
  // Another screen closes it.
  const isOpen = openAt === pathname;
  return (
    <>
      {hasSearch ? (
        <div className={styles.search}>
          <SearchBox key={asked} label="Search" initial={asked ?? ''} isCompact />
        </div>
      ) : null}
      <button
        type="button"
        className={styles.menuButton}
        aria-expanded={isOpen}
        aria-controls="menu"
        onClick={() => setOpenAt(isOpen ? undefined : pathname)}
      >
        Menu
      </button>
      <div id="menu" className={styles.menu} data-open={isOpen}>
        <nav className={styles.navigation} aria-label="Screens">
          <ul>
            {navigationOf(session).map(({ name, items }) => (
              <li
                key={name}
                className={styles.group}
                data-name={items.some(({ label }) => label === name) ? '' : name}
              >
                <ul aria-label={name}>
                  {items.map(({ to, label }) => (
                    <li key={to}>
                      <Link
                        to={to}
                        activeOptions={{ exact: to === '/', includeSearch: false }}
                        preload={false}
                      >
                        {label}
                      </Link>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </nav>
        <Operator session={session} />
      </div>
    </>
  );
}

function Operator({ session }: { readonly session: Session }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);

  const logOut = async () => {
    try {
      await post('/logout', {}, null);
    } catch {
      // Still logged in: to show the log-in would be a lie.
      setFailed(true);
      return;
    }
    removeDrafts();
    await navigate({ to: '/login' });
    endSession(queryClient);
  };

  return (
    <div className={styles.operator}>
      <Link to="/account" className={styles.name} preload={false}>
        {session.name}
      </Link>
      <button type="button" className={styles.logOut} onClick={() => void logOut()}>
        Log out
      </button>
      {failed ? (
        <p role="alert" className={styles.failure}>
          Logging out failed: you are still logged in.
        </p>
      ) : null}
    </div>
  );
}
