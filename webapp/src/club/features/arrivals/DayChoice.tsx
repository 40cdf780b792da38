// Another day, by the arrows beside it or by its date.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { addDays, TextField } from '@/ui';
import styles from './Arrivals.module.css';

interface DayChoiceProps {
  readonly date: string;
  /** Null while they are not known. */
  readonly first: string | null;
  readonly last: string | null;
  readonly onChoose: (date: string) => void;
}

export function DayChoice({ date, first, last, onChoose }: DayChoiceProps) {
  const isIn = (day: string) => (first === null || day >= first) && (last === null || day <= last);
  const arrow = (days: number, label: string, Icon: typeof ChevronLeft) => (
    <button
      type="button"
      className={styles.arrow}
      aria-label={label}
      disabled={!isIn(addDays(date, days))}
      onClick={() => onChoose(addDays(date, days))}
    >
      <Icon aria-hidden size={24} />
    </button>
  );
  return (
    <div className={styles.days}>
      {arrow(-1, 'vorige dag', ChevronLeft)}
      {/* Anew for each day: a controlled field would throw away a year that is being typed. */}
      <TextField
        key={date}
        label="Dag"
        type="date"
        defaultValue={date}
        min={first ?? undefined}
        max={last ?? undefined}
        required
        onChange={({ target: { value } }) => {
          if (/^20\d\d-/.test(value) && value !== date && isIn(value)) onChoose(value);
        }}
      />
      {arrow(1, 'volgende dag', ChevronRight)}
    </div>
  );
}
