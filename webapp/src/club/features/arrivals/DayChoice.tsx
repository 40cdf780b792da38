// Another day, by the arrows beside it or by pressing its date.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { addDays, briefDate } from '@/ui';
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
  const input = useRef<HTMLInputElement>(null);
  const [isTyping, setTyping] = useState(false);
  // A controlled field would throw away a year that is being typed.
  useEffect(() => {
    if (input.current && input.current.value !== date) input.current.value = date;
  }, [date]);
  return (
    <div className={styles.days}>
      {arrow(-1, 'vorige dag', ChevronLeft)}
      <div className={styles.day}>
        <span aria-hidden>{briefDate(date)}</span>
        {/* Over the text: a press opens the browser's calendar. It is seen while somebody types in it. */}
        <input
          ref={input}
          type="date"
          aria-label="Dag"
          data-typing={isTyping || undefined}
          defaultValue={date}
          min={first ?? undefined}
          max={last ?? undefined}
          required
          onKeyDown={() => setTyping(true)}
          onBlur={() => setTyping(false)}
          onChange={({ target: { value } }) => {
            if (/^20\d\d-/.test(value) && value !== date && isIn(value)) onChoose(value);
          }}
        />
      </div>
      {arrow(1, 'volgende dag', ChevronRight)}
    </div>
  );
}
