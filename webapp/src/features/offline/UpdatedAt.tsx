// Says how old a list is, when it is not of this moment: without a network, or from an earlier visit.
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
  // What was fetched before this page was opened came out of the copies.
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
