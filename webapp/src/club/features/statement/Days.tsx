// The days of a statement: each opens to its lines, which are read then.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Disclosure, Loaded, longDate, Skeleton, unbroken } from '@/ui';
import flush from '@/ui/flush.module.css';
import { capital } from '@/club/features/arrivals/words.ts';
import type { Subject } from './draft.ts';
import { LineRows, Sent } from './LineRows.tsx';
import { dayQuery, notFetched, type Day, type Dispute, type Line } from './queries.ts';
import styles from './Statement.module.css';
import { amountText, linesText } from './words.ts';

interface DaysProps {
  readonly month: string;
  readonly days: readonly Day[];
  /** The one that is open at first. */
  readonly first: string | undefined;
  readonly disputes: readonly Dispute[];
  readonly sent: Subject | undefined;
  readonly onOpen: (line: Line) => void;
  /** None where it is too late to dispute. */
  readonly onMissing: ((date: string) => void) | undefined;
}

export function Days({ days, first, ...props }: DaysProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set([first ?? '']));
  const toggle = (date: string) =>
    setOpen((dates) => {
      const others = new Set(dates);
      return others.delete(date) ? others : others.add(date);
    });
  return (
    <ul className="lined">
      {days.map((day) => (
        <li key={day.date} className={styles.day}>
          <Disclosure
            heading="h3"
            open={open.has(day.date)}
            onToggle={() => toggle(day.date)}
            label={
              <span className={styles.parts}>
                <span className={styles.what}>
                  <span>{capital(longDate(day.date))}</span>
                  <span className="note">{unbroken(linesText(day.lines))}</span>
                </span>
                <span className={styles.amount}>{amountText(day.net_cents)}</span>
              </span>
            }
          >
            {open.has(day.date) ? <DayPart day={day} {...props} /> : null}
          </Disclosure>
        </li>
      ))}
    </ul>
  );
}

const MOST_BLOCKS = 8;

interface DayPartProps extends Omit<DaysProps, 'days' | 'first'> {
  readonly day: Day;
}

function DayPart({ month, day, onMissing, ...props }: DayPartProps) {
  const { sent } = props;
  const query = useQuery(dayQuery(month, day.date));
  return (
    <Loaded
      query={query}
      failure={notFetched}
      skeleton={<Skeleton height="3.5rem" count={Math.min(day.lines, MOST_BLOCKS)} />}
    >
      {({ lines }) => (
        <>
          <LineRows lines={lines} {...props} />
          {onMissing ? (
            <Button variant="quiet" className={flush.flush} onClick={() => onMissing(day.date)}>
              {`er ontbreekt een ronde op ${longDate(day.date)}…`}
            </Button>
          ) : null}
          {sent?.line === null && sent.date === day.date ? <Sent /> : null}
        </>
      )}
    </Loaded>
  );
}
