// The booking window as an ARIA grid: one tab stop, arrows within. A day that cannot be chosen stays
// focusable, because it has a reason: its text shows on hover and on focus, and Escape hides it.
import { useId, useState, type KeyboardEvent } from 'react';
import { cx, longDate, monthName, Stack, ownReason } from '@/ui';
import styles from './Calendar.module.css';
import { dayAfterKey, dayText, monthsTitle, todayIn, weeksOf } from './calendarDays.ts';
import type { Availability } from './queries.ts';

interface Props {
  readonly days: readonly string[];
  readonly availability: Availability | undefined;
  readonly today: string;
  readonly selected: string | null;
  readonly onSelect: (day: string) => void;
  /** A day that cannot be chosen was pressed. */
  readonly onRefused: (day: string) => void;
}

/** `1 dec`, which is the beginning of `1 december`. */
const MONTH_LENGTH = 3;

const weekdays = ['maandag', 'dinsdag', 'woensdag', 'donderdag', 'vrijdag', 'zaterdag', 'zondag'];

export function Calendar({ days, availability, today, selected, onSelect, onRefused }: Props) {
  const id = useId();
  const now = todayIn(days, availability, today);
  const [focused, setFocused] = useState<string | null>(null);
  const [described, setDescribed] = useState<string | null>(null);
  const firstFree = days.find((day) => availability?.[day]?.reservable);
  const tabStop = [focused, selected, firstFree, now].find((day) => day && days.includes(day)) ?? days[0];

  const onKeyDown = (event: KeyboardEvent, day: string) => {
    if (event.key === 'Escape' && described) {
      event.preventDefault();
      setDescribed(null);
      return;
    }
    const target = dayAfterKey(event.key, day, days);
    if (!target) return;
    event.preventDefault();
    document.getElementById(`${id}-${target}`)?.focus();
  };

  return (
    <Stack gap={3}>
      <h2 id={`${id}-months`} className="subheading" aria-live="polite">
        {monthsTitle(days)}
      </h2>
      <table role="grid" aria-labelledby={`${id}-months`} className={styles.grid}>
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col" abbr={weekday} className={styles.weekday}>
                <span aria-hidden>{weekday.slice(0, 2)}</span>
                <span className="visually-hidden">{weekday}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(days).map((week) => (
            <tr key={week[0]}>
              {week.map((day, column) => {
                const state = availability?.[day];
                const text = ownReason(dayText(availability, day));
                const newMonth = day === days[0] || day.endsWith('-01');
                return (
                  <td key={day} role="gridcell" aria-selected={day === selected} className={styles.cell}>
                    <button
                      type="button"
                      id={`${id}-${day}`}
                      className={cx(
                        styles.day,
                        state?.bonus_needed && state.reservable && styles.bonus,
                        state?.waiting_list && styles.waiting,
                      )}
                      aria-label={`${longDate(day)}${day === now ? ', vandaag' : ''}`}
                      aria-current={day === now ? 'date' : undefined}
                      aria-pressed={day === selected}
                      aria-disabled={state?.reservable ? undefined : true}
                      aria-describedby={text ? `${id}-${day}-text` : undefined}
                      tabIndex={day === tabStop ? 0 : -1}
                      onClick={() => (state?.reservable ? onSelect(day) : state && onRefused(day))}
                      onKeyDown={(event) => onKeyDown(event, day)}
                      onFocus={() => {
                        setFocused(day);
                        setDescribed(day);
                      }}
                      onBlur={() => setDescribed(null)}
                      onMouseEnter={() => setDescribed(day)}
                      onMouseLeave={() => setDescribed(null)}
                    >
                      <span>
                        {Number(day.slice(8))}
                        {newMonth ? (
                          <>
                            {' '}
                            <span className={styles.month}>{monthName(day).slice(0, MONTH_LENGTH)}</span>
                          </>
                        ) : null}
                      </span>
                    </button>
                    {/* Beside the button: its visible text must stand in its name as it is read. */}
                    {day === now ? (
                      <span aria-hidden className={styles.today}>
                        vandaag
                      </span>
                    ) : null}
                    {text ? (
                      <span
                        role="tooltip"
                        id={`${id}-${day}-text`}
                        className={styles.text}
                        data-column={column}
                        hidden={described !== day}
                      >
                        {text}
                      </span>
                    ) : null}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {days.some((day) => availability?.[day]?.reservable && availability[day].bonus_needed) ? (
        <p className={styles.legend}>
          <span aria-hidden>★</span> kost een bonusspeelrecht
        </p>
      ) : null}
      {days.some((day) => availability?.[day]?.waiting_list) ? (
        <p className={styles.legend}>
          <span aria-hidden>+</span> volgeboekt, met een wachtlijst
        </p>
      ) : null}
    </Stack>
  );
}
