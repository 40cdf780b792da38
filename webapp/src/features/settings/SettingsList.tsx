// The ways to the screens below the profile, each with its state where that is known. What is about log-ins and the
// member's data is not for an operator who looks on.
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import {
  Bell,
  CalendarSync,
  ChevronRight,
  FileDown,
  Fingerprint,
  LockKeyhole,
  MonitorSmartphone,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react';
import { useId } from 'react';
import type { Me } from '@/api/generated/Me.ts';
import { calendarFeedQuery } from '@/features/calendar-feed/queries.ts';
import { passkeysQuery } from '@/features/passkeys/queries.ts';
import { sessionsQuery } from '@/features/sessions/queries.ts';
import { supportsPasskeys } from '@/ui/webauthn.ts';
import { counted } from '@/ui';
import styles from './SettingsList.module.css';

/** All links are in place before it is known who looks. */
export function SettingsList({ me }: { readonly me: Me | undefined }) {
  return (
    <nav aria-label="Instellingen" className={styles.list}>
      <ul className={styles.settings}>
        <Setting to="/profile/notifications" icon={Bell} title="berichten" />
        {me?.impersonated_by ? null : <MemberSettings ask={me !== undefined} />}
        <Setting to="/privacy" icon={ShieldCheck} title="wat Fairway van je bewaart" />
      </ul>
    </nav>
  );
}

/** The states are asked for when the list is there: it does not wait for them. */
function MemberSettings({ ask }: { readonly ask: boolean }) {
  const passkeys = useQuery({ ...passkeysQuery, enabled: ask && supportsPasskeys() }).data?.data.length;
  const sessions = useQuery({ ...sessionsQuery, enabled: ask }).data?.length;
  const feed = useQuery({ ...calendarFeedQuery, enabled: ask }).data;
  return (
    <>
      <Setting to="/profile/password" icon={LockKeyhole} title="wachtwoord wijzigen" />
      <Setting
        to="/profile/passkeys"
        icon={Fingerprint}
        title="passkeys"
        state={countText(passkeys, 'passkey', 'passkeys')}
      />
      <Setting
        to="/profile/sessions"
        icon={MonitorSmartphone}
        title="ingelogde apparaten"
        state={countText(sessions, 'apparaat', 'apparaten')}
      />
      <Setting
        to="/profile/calendar"
        icon={CalendarSync}
        title="agenda"
        state={feed && (feed.data ? 'agenda gekoppeld' : 'niet gekoppeld')}
      />
      <Setting to="/profile/data" icon={FileDown} title="mijn gegevens" />
    </>
  );
}

/** `geen passkeys`, `1 passkey`; nothing as long as the number is not known. */
function countText(count: number | undefined, one: string, several: string): string | undefined {
  if (count === undefined) return undefined;
  return count === 0 ? `geen ${several}` : counted(count, one, several);
}

interface SettingProps {
  readonly to: NonNullable<LinkProps['to']>;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly state?: string | undefined;
}

function Setting({ to, icon: Icon, title, state }: SettingProps) {
  const id = useId();
  return (
    // The whole row is the link's, whose name is the title alone.
    <li className={styles.setting}>
      <Icon aria-hidden size={20} />
      <span className={styles.text}>
        <Link to={to} className={styles.link} aria-describedby={state ? id : undefined}>
          {title}
        </Link>
        {state ? (
          <span id={id} className="note">
            {state}
          </span>
        ) : null}
      </span>
      <ChevronRight aria-hidden size={18} />
    </li>
  );
}
