// A day, or a day with a time, as these screens write it. The browser's own field writes it in the order of the browser's
// language, beside the same day in another order; it stays as the calendar behind the button.
import { CalendarDays } from 'lucide-react';
import { useRef, type ComponentProps } from 'react';
import { TextField } from '@/ui';
import styles from './DateField.module.css';

const DAY = String.raw`\d{4}-\d{2}-\d{2}`;
const DAY_AND_TIME = String.raw`${DAY}[ T]\d{2}:\d{2}(:\d{2})?`;

interface DateFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'ref' | 'pattern'> {
  /** `2026-11-28 09:30`, with or without seconds; else `2026-11-28`. */
  readonly hasTime?: boolean;
}

export function DateField({ hasTime = false, ...field }: DateFieldProps) {
  const text = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLInputElement>(null);

  const open = () => {
    if (!text.current || !calendar.current) return;
    // A text that is no day opens it at today.
    calendar.current.value = text.current.value.trim().replace(' ', 'T');
    calendar.current.showPicker();
  };
  const choose = (chosen: string) => {
    if (!text.current) return;
    // As if it was typed: the form and the field's owner learn of it by the same event.
    setNative?.call(text.current, chosen.replace('T', ' '));
    text.current.dispatchEvent(new Event('input', { bubbles: true }));
  };

  return (
    <div className={styles.date}>
      <TextField
        {...field}
        ref={text}
        type="text"
        autoComplete="off"
        spellCheck={false}
        placeholder={hasTime ? '2026-11-28 09:30' : '2026-11-28'}
        pattern={hasTime ? DAY_AND_TIME : DAY}
        title={`Year, month and day${hasTime ? ', and the time' : ''}`}
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
