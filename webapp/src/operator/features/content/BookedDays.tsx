// The way on after the refusal of a club's row because of booked rounds: only support closes such a day. Who has that role
// gets links, which open beside the form, and anybody else the addresses for a colleague.
import { Link } from '@tanstack/react-router';
import { hasRole, useSession } from '../../api/session.ts';
import { CopyButton, formatDay } from '../../ui/index.ts';
import styles from './BookedDays.module.css';

interface BookedDaysProps {
  /** The slug. */
  readonly club: string;
  readonly days: readonly string[];
}

const addressOf = (club: string, day: string) =>
  new URL(`/operator/clubs/${encodeURIComponent(club)}?from=${day}`, globalThis.location.origin).href;

export function BookedDays({ club, days }: BookedDaysProps) {
  const mayClose = hasRole(useSession(), 'support');
  return (
    <div className={styles.days}>
      <p>
        {mayClose
          ? 'Close or limit the day on the screen of the club (it opens beside this one), then publish again.'
          : 'This needs the role support: ask a colleague of support to close or limit the day. Send them this address:'}
      </p>
      <ul>
        {days.map((day) => (
          <li key={day}>
            {mayClose ? (
              <Link
                to="/clubs/$club"
                params={{ club }}
                search={{ from: day }}
                target="_blank"
                preload={false}
                aria-label={`Close ${formatDay(day)} (opens beside this screen)`}
              >
                Close {formatDay(day)}
              </Link>
            ) : (
              <>
                <span>{formatDay(day)}</span>
                <span className={styles.address}>{addressOf(club, day)}</span>
                <CopyButton text={addressOf(club, day)} what={`the address of ${formatDay(day)}`} />
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
