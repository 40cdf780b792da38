// Shows when a list was fetched, if it is not current: without a network, or from an earlier visit.
import { Clock } from 'lucide-react';
import { today } from '@/api/clock.ts';
import { shortDate } from '@/ui/format.ts';
import { useOnline } from '@/ui/useOnline.ts';
import styles from './UpdatedAt.module.css';

const amsterdam = { timeZone: 'Europe/Amsterdam' } as const;
const time = new Intl.DateTimeFormat('nl-NL', { ...amsterdam, hour: '2-digit', minute: '2-digit' });
const isoDay = new Intl.DateTimeFormat('sv-SE', amsterdam);

export function UpdatedAt({ at }: { readonly at: number }) {
  const online = useOnline();
  // Data from before this page was opened is a stored copy.
  if (at === 0 || (online && at >= performance.timeOrigin)) return null;
  const day = isoDay.format(at);
  const date = day === today() ? '' : ` op ${shortDate(day)}`;
  return (
    <p className={styles.updated}>
      <Clock aria-hidden size={16} />
      {`bijgewerkt om ${time.format(at)}${date}`}
    </p>
  );
}
