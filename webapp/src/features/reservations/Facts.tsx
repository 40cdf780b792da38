// The day, the holes and what a round cost, in one line.
import type { Reservation } from '@/api/generated/Reservation.ts';
import { shortDate, Row } from '@/ui';
import styles from './Facts.module.css';
import { weekday } from './when.ts';

interface Props {
  readonly reservation: Reservation;
  /** Not where many rounds are below each other. */
  readonly withWeekday?: boolean;
}

export function Facts({ reservation, withWeekday = false }: Props) {
  const { play_date, holes, playright_expired, bonus_used } = reservation;
  return (
    <Row gap={3} lineGap={1} align="center">
      <p className="soft">
        {withWeekday ? <span>{`${weekday(play_date)} `}</span> : null}
        <strong className={styles.date}>{shortDate(play_date)}</strong>
      </p>
      <p>{holes} holes</p>
      {playright_expired ? <p className={styles.expired}>speelrecht vervallen</p> : null}
      {bonus_used ? <p className={styles.bonus}>Bonusspeelrecht: {bonus_used.title}</p> : null}
    </Row>
  );
}
