// The layout of every screen: the club, who uses the screens, what waits to be sent, the tabs and the main area.
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Announcer } from '@/ui/Announcer.tsx';
import { Brand } from '@/ui/Brand.tsx';
import { cx, optionalPart } from '@/ui';
import { SkipLink } from '@/ui/SkipLink.tsx';
import { mayOpen, useSessionIfAny } from '../api/session.ts';
import { OfflineNote, UpdateNote } from './Notes.tsx';
import styles from './Shell.module.css';
import { Tabs, tabsOf } from './Tabs.tsx';

// It reads what the device keeps: the first screen does not wait for it.
const QueueState = optionalPart(() =>
  import('../features/scan/QueueState.tsx').then((module) => module.QueueState),
);

export function Shell() {
  const session = useSessionIfAny();
  const tabs = session ? tabsOf(session) : [];
  // A single one is of no use on its own screens.
  const hasTabs = useLocation({
    select: ({ pathname }) => tabs.length > 1 || tabs.some(({ to }) => !pathname.startsWith(to)),
  });
  return (
    <div className={cx(styles.shell, session && styles.inside, hasTabs && styles.aboveTabs)}>
      <SkipLink to="inhoud" />
      <div className={styles.rail}>
        <header className={styles.header}>
          {session ? (
            <Link to="/account" className={styles.who} preload={false}>
              <span className={styles.club}>{session.club_name}</span>
              <span className={styles.user}>{session.name}</span>
              <span className="visually-hidden">, account</span>
            </Link>
          ) : (
            <Brand />
          )}
          {/* After a log-out or a lost session, too: what waits is on the device. */}
          <div className={cx(styles.queue, session && mayOpen(session, '/scan') && styles.room)}>
            <QueueState />
          </div>
        </header>
        {session && hasTabs ? <Tabs session={session} /> : null}
      </div>
      <main id="inhoud" tabIndex={-1} className={styles.main}>
        <OfflineNote />
        <UpdateNote />
        <Outlet />
      </main>
      <Announcer />
    </div>
  );
}
