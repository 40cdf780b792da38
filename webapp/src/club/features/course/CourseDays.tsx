// The days that members can book: each opens what a manager may change.
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Badge, longDate, Region } from '@/ui';
import type { CourseDays as Days } from '@/club/api/generated/CourseDays.ts';
import { capital, closedText, takenText } from '@/club/features/arrivals/words.ts';
import styles from './CourseDays.module.css';
import { DaySheet } from './DaySheet.tsx';

export function CourseDays({ days, daily_capacity }: Days) {
  const [opened, setOpened] = useState<string>();
  const day = days.find(({ date }) => date === opened);
  return (
    <Region title="Dagen die leden kunnen boeken">
      <ul className={styles.days}>
        {days.map((one) => (
          <li key={one.date}>
            <button type="button" className={styles.day} onClick={() => setOpened(one.date)}>
              <span className="strong">{capital(longDate(one.date))}</span>
              <span className="soft">{takenText(one)}</span>
              {one.closed ? (
                <Badge tone="danger">{closedText(one.closed)}</Badge>
              ) : one.limited ? (
                <Badge tone="sand">aangepast aantal</Badge>
              ) : null}
              <ChevronRight aria-hidden size={20} className={styles.chevron} />
            </button>
          </li>
        ))}
      </ul>
      {day ? <DaySheet day={day} usual={daily_capacity} onClose={() => setOpened(undefined)} /> : null}
    </Region>
  );
}
