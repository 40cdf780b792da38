// A month, a day, or a day with a time, as these screens write it. The browser's own field writes it in the order of the browser's
// language, beside the same day in another order; it stays as the calendar behind the button.
import { CalendarDays } from 'lucide-react';
import { useRef, type ComponentProps } from 'react';
import { TextField } from '@/ui';
import styles from './DateField.module.css';

const MONTH = String.raw`\d{4}-\d{2}`;
const DAY = String.raw`${MONTH}-\d{2}`;
const DAY_AND_TIME = String.raw`${DAY}[ T]\d{2}:\d{2}(:\d{2})?`;

interface DateFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'ref' | 'pattern'> {
  /** `2026-11-28 09:30`, with or without seconds; else `2026-11-28`. */
  readonly hasTime?: boolean;
  /** `2026-11`: any day of it is chosen in the calendar. */
  readonly isMonth?: boolean;
}

const PARTS = {
  month: { pattern: MONTH, example: '2026-11', title: 'Year and month' },
  day: { pattern: DAY, example: '2026-11-28', title: 'Year, month and day' },
  time: { pattern: DAY_AND_TIME, example: '2026-11-28 09:30', title: 'Year, month and day, and the time' },
} as const;

export function DateField({ hasTime = false, isMonth = false, ...field }: DateFieldProps) {
  const text = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLInputElement>(null);

  const open = () => {
    if (!text.current || !calendar.current) return;
    // A text that is no day opens it at today.
    const typed = text.current.value.trim();
    calendar.current.value = isMonth ? `${typed}-01` : typed.replace(' ', 'T');
    calendar.current.showPicker();
  };
  const choose = (chosen: string) => {
    if (!text.current) return;
    // As if it was typed: the form and the field's owner learn of it by the same event.
    setNative?.call(text.current, isMonth ? chosen.slice(0, 7) : chosen.replace('T', ' '));
    text.current.dispatchEvent(new Event('input', { bubbles: true }));
  };

  const { pattern, example, title } = PARTS[hasTime ? 'time' : isMonth ? 'month' : 'day'];
  return (
    <div className={styles.date}>
      <TextField
        {...field}
        ref={text}
        type="text"
        autoComplete="off"
        spellCheck={false}
        placeholder={example}
        pattern={pattern}
        title={title}
      />
      <input
        ref={calendar}
        type={hasTime ? 'datetime-local' : 'date'}
        className={styles.calendar}
        tabIndex={-1}
        aria-hidden
        onChange={(event) => choose(event.target.value)}
      />
      <button type="button" className={styles.open} aria-label="Open the calendar" onClick={open}>
        <CalendarDays aria-hidden size={20} />
      </button>
    </div>
  );
}

/** React does not notice a value that is set on its own property of the element. */
const setNative = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
