// The day of a round as a calendar leaf. It repeats the date beside it, so a screen reader reads only how far ahead it
// is.
import { cx } from '@/ui';
import styles from './DateTile.module.css';
import { daysAhead, tileTexts } from './when.ts';

interface Props {
  readonly day: string;
  /** In a list of past rounds. */
  readonly small?: boolean;
}

export function DateTile({ day, small }: Props) {
  const [weekday, date, month] = tileTexts(day);
  const ahead = small ? null : daysAhead(day);
  return (
    <div className={cx(styles.tile, small && styles.small)}>
      <span aria-hidden className={styles.weekday}>
        {weekday}
      </span>
      <span aria-hidden className={styles.date}>
        {date}
      </span>
      <span aria-hidden className={styles.month}>
        {month}
      </span>
      {ahead ? <span className={styles.ahead}>{ahead}</span> : null}
    </div>
  );
}
