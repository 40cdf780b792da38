// The booking window as an ARIA grid: one tab stop, arrows within. A day that cannot be chosen stays
// focusable, because it has a reason: its text shows below the days on hover and on focus, and Escape hides it. Until
// the availability is there, every day is a skeleton: neither free nor closed.
import { useId, useState, type KeyboardEvent } from 'react';
import { cx, longDate, Stack, ownReason } from '@/ui';
import styles from './Calendar.module.css';
import { dayAfterKey, dayText, monthsTitle, todayIn, weeksOf } from './calendarDays.ts';
import type { Availability } from './queries.ts';

interface Props {
  readonly days: readonly string[];
  readonly availability: Availability | undefined;
  readonly today: string;
  readonly selected: string | null;
  /** The day about which the screen itself says what there is to say. */
  readonly told: string | null;
  readonly onSelect: (day: string) => void;
  /** A day that cannot be chosen was pressed. */
  readonly onRefused: (day: string) => void;
}

/** `1 dec`, which is the beginning of `1 december`. */
const MONTH_LENGTH = 3;

const weekdays = ['maandag', 'dinsdag', 'woensdag', 'donderdag', 'vrijdag', 'zaterdag', 'zondag'];

export function Calendar({ days, availability, today, selected, told, onSelect, onRefused }: Props) {
  const id = useId();
  const now = todayIn(days, availability, today);
  const [focused, setFocused] = useState<string | null>(null);
  const [described, setDescribed] = useState<string | null>(null);
  const firstFree = days.find((day) => availability?.[day]?.reservable);
  const tabStop = [focused, selected, firstFree, now].find((day) => day && days.includes(day)) ?? days[0];

  const textOf = (day: string) => ownReason(dayText(availability, day));

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
      <div className={styles.days}>
        <table role="grid" aria-labelledby={`${id}-months`} aria-busy={!availability} className={styles.grid}>
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
                {week.map((day) => {
                  const state = availability?.[day];
                  return (
                    <td key={day} role="gridcell" aria-selected={day === selected} className={styles.cell}>
                      <button
                        type="button"
                        id={`${id}-${day}`}
                        className={cx(
                          styles.day,
                          availability ? undefined : styles.skeleton,
                          state?.bonus_needed && state.reservable && styles.bonus,
                          state?.waiting_list && styles.waiting,
                        )}
                        aria-current={day === now ? 'date' : undefined}
                        aria-pressed={day === selected}
                        aria-disabled={state?.reservable ? undefined : true}
                        aria-describedby={textOf(day) ? `${id}-${day}-text` : undefined}
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
                        <DayName day={day} first={days[0]} isToday={day === now} />
                      </button>
                      {day === now ? (
                        <span aria-hidden className={styles.today}>
                          vandaag
                        </span>
                      ) : null}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
        {days.map((day) =>
          textOf(day) ? (
            <span
              key={day}
              role="tooltip"
              id={`${id}-${day}-text`}
              className={styles.text}
              hidden={described !== day || day === told}
            >
              {textOf(day)}
            </span>
          ) : null,
        )}
      </div>
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

interface DayNameProps {
  readonly day: string;
  readonly first: string | undefined;
  readonly isToday: boolean;
}

/** `maandag 16 november`, of which `16` is seen, or `16 nov`: what is seen stands in the name as it is read. */
function DayName({ day, first, isToday }: DayNameProps) {
  const [weekday, number, month = ''] = longDate(day).split(' ');
  const seen = day === first || day.endsWith('-01') ? MONTH_LENGTH : 0;
  return (
    <span className={styles.name}>
      <span>{weekday}</span> <span className={styles.number}>{number}</span>{' '}
      <span className={styles.month}>{month.slice(0, seen)}</span>
      <span>{`${month.slice(seen)}${isToday ? ', vandaag' : ''}`}</span>
    </span>
  );
}
