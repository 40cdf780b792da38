// The screens of a role: at the bottom under the thumb on a telephone, in the rail from 50rem.
import { Link } from '@tanstack/react-router';
import { CalendarDays, Flag, ReceiptEuro, ScanLine, Users } from 'lucide-react';
import { mayOpen, type ClubSession } from '../api/session.ts';
import styles from './Tabs.module.css';

const tabs = [
  { to: '/', label: 'Vandaag', Icon: CalendarDays },
  { to: '/scan', label: 'Scannen', Icon: ScanLine },
  { to: '/course', label: 'Baan', Icon: Flag },
  { to: '/team', label: 'Team', Icon: Users },
  { to: '/statements', label: 'Afrekening', Icon: ReceiptEuro },
] as const;

export const tabsOf = (session: ClubSession) => tabs.filter(({ to }) => mayOpen(session, to));

export function Tabs({ session }: { readonly session: ClubSession }) {
  return (
    <nav aria-label="Schermen" className={styles.tabs}>
      <ul>
        {tabsOf(session).map(({ to, label, Icon }) => (
          <li key={to}>
            <Link to={to} className={styles.tab} activeOptions={{ exact: to === '/', includeSearch: false }}>
              <Icon aria-hidden size={22} />
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
