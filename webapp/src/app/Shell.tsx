// The layout of every screen: the skip link, the brand, the menu of a member who is logged in, and the main area.
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useLiveUpdates } from '@/features/live/useLiveUpdates.ts';
import { REFRESHING, useIsRefreshing } from '@/features/offline/refreshing.ts';
import { getSession, useSession } from '@/session/session.ts';
import { Announcer } from '@/ui/Announcer.tsx';
import { Brand } from '@/ui/Brand.tsx';
import { cx, optionalPart } from '@/ui';
import { SkipLink } from '@/ui/SkipLink.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import styles from './Shell.module.css';

// The menu with its icons is for members: the log-in screen does not wait for it, and a member's first screen
// starts fetching it at once.
const Menu = optionalPart(() => import('./Menu.tsx').then((module) => module.Menu));
const Tabs = optionalPart(() => import('./Tabs.tsx').then((module) => module.Tabs));
if (getSession().token) Menu.preload();

// With the icons: the first screen does not wait for it, and keeps its place free.
const ThemeSwitch = optionalPart(() => import('@/ui/ThemeSwitch.tsx').then((module) => module.ThemeSwitch), {
  skeleton: <span className={styles.theme} />,
});

const UpdateOffer = optionalPart(() =>
  import('@/features/offline/UpdateOffer.tsx').then((module) => module.UpdateOffer),
);

// Renders nothing in a member's own session.
const ImpersonationBanner = optionalPart(() =>
  import('@/features/impersonation/ImpersonationBanner.tsx').then((module) => module.ImpersonationBanner),
);

export function Shell() {
  const { token } = useSession();
  const loggedIn = token !== null;
  const refreshing = useIsRefreshing();
  const area = useLocation({ select: ({ pathname }) => pathname.split('/')[1] });
  const hasTabs = loggedIn && area !== 'reservation';
  useLiveUpdates();
  return (
    <div className={cx(styles.shell, loggedIn ? styles.member : styles.visitor, hasTabs && styles.aboveTabs)}>
      <SkipLink to="inhoud" />
      <header className={styles.header}>
        <Link to="/" className={styles.brand} aria-label="Fairway, naar het begin" preload={false}>
          <Brand />
        </Link>
        {loggedIn ? (
          <Menu />
        ) : area === 'auth' ? null : (
          <Link to="/auth/login" className={styles.login}>
            inloggen
          </Link>
        )}
        <ThemeSwitch dark="Donkere weergave" light="Lichte weergave" className={styles.theme} />
      </header>
      <main id="inhoud" tabIndex={-1} className={styles.main} inert={refreshing}>
        {loggedIn ? <ImpersonationBanner key={token} /> : null}
        <OfflineBanner />
        <UpdateOffer />
        <Outlet />
      </main>
      {hasTabs ? <Tabs /> : null}
      <Announcer />
      {refreshing ? <p className={styles.refreshing}>{REFRESHING}</p> : null}
    </div>
  );
}
