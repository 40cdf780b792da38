// The layout of every screen: the skip link, the brand, the menu of a member who is logged in, and the main area.
import { Link, Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useLiveUpdates } from '@/features/live/useLiveUpdates.ts';
import { getSession, useSession } from '@/session/session.ts';
import { Announcer } from '@/ui/Announcer.tsx';
import { Brand } from '@/ui/Brand.tsx';
import { cx } from '@/ui/cx.ts';
import { OfflineBanner } from './OfflineBanner.tsx';
import styles from './Shell.module.css';
import { ThemeSwitch } from './ThemeSwitch.tsx';

// The menu with its icons is for members: the log-in screen does not wait for it, and a member's first screen
// starts fetching it at once.
const loadMenu = () => import('./Menu.tsx').then((module) => ({ default: module.Menu }));
const Menu = lazy(loadMenu);
if (getSession().token) void loadMenu();

const UpdateOffer = lazy(() =>
  import('@/features/offline/UpdateOffer.tsx').then((module) => ({ default: module.UpdateOffer })),
);

// Renders nothing in a member's own session.
const ImpersonationBanner = lazy(() =>
  import('@/features/impersonation/ImpersonationBanner.tsx').then((module) => ({
    default: module.ImpersonationBanner,
  })),
);

export function Shell() {
  const { token } = useSession();
  const loggedIn = token !== null;
  useLiveUpdates();
  return (
    <div className={cx(styles.shell, loggedIn ? styles.member : styles.visitor)}>
      <a
        className={styles.skip}
        href="#inhoud"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('inhoud')?.focus();
        }}
      >
        naar de inhoud
      </a>
      <header className={styles.header}>
        <Link to="/" className={styles.brand} aria-label="Fairway, naar het begin" preload={false}>
          <Brand />
        </Link>
        {loggedIn ? (
          <Suspense>
            <Menu />
          </Suspense>
        ) : null}
        <ThemeSwitch />
      </header>
      <main id="inhoud" tabIndex={-1} className={styles.main}>
        {loggedIn ? (
          <Suspense>
            <ImpersonationBanner key={token} />
          </Suspense>
        ) : null}
        <OfflineBanner />
        <Suspense>
          <UpdateOffer />
        </Suspense>
        <Outlet />
        <Announcer />
      </main>
    </div>
  );
}
