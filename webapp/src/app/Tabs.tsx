// The four places of a member on a phone, at the bottom under the thumb; the menu has all places. Not in the wizard,
// which has a bar of its own, and not while the menu is open (`Shell.module.css`).
import { Link } from '@tanstack/react-router';
import { CalendarDays, CalendarPlus, Flag, UserRound } from 'lucide-react';
import { useSession } from '@/session/session.ts';
import { useMedia } from '@/ui/useMedia.ts';
import styles from './Tabs.module.css';

const tabs = [
  { to: '/reservations', label: 'Rondes', Icon: CalendarDays },
  { to: '/reservation/players', label: 'Reserveren', Icon: CalendarPlus },
  { to: '/courses', label: 'Banen', Icon: Flag, forSubscribers: true },
  { to: '/profile', label: 'Profiel', Icon: UserRound },
] as const;

export function Tabs() {
  const { hasSubscription } = useSession();
  // On a desk the menu is always open: there they are not there at all.
  if (!useMedia('(max-width: 63.99rem)')) return null;
  return (
    <nav aria-label="Snelmenu" className={styles.tabs}>
      <ul>
        {tabs.map((tab) =>
          'forSubscribers' in tab && !hasSubscription ? null : (
            <li key={tab.to}>
              <Link to={tab.to} className={styles.tab}>
                <tab.Icon aria-hidden size={22} />
                {tab.label}
              </Link>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}
