// The start time of a round: who agreed it and when, or the way to agree one. Its dialog is part of it, because a time
// removes no round from the screen.
import { Clock } from 'lucide-react';
import { useState } from 'react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { Button, optionalPart, type ButtonVariant } from '@/ui';
import styles from './StartTime.module.css';
import { lacksStartTime, startTimeText } from './startTime.ts';

const StartTimeDialog = optionalPart(() => import('./StartTimeDialog.tsx').then((m) => m.StartTimeDialog), {
  failure:
    'De starttijd afspreken lukt nog niet: dit deel van de pagina laadt niet. We proberen het opnieuw.',
});

interface Props {
  readonly reservation: Reservation;
  readonly variant?: ButtonVariant;
}

export function StartTime({ reservation, variant = 'secondary' }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      {reservation.start_time ? (
        <div className={styles.agreed}>
          <Clock aria-hidden size={18} />
          <p className="strong">{`Starttijd ${startTimeText(reservation)}`}</p>
          <Button variant="quiet" aria-label="starttijd wijzigen" onClick={() => setIsAsking(true)}>
            wijzigen
          </Button>
        </div>
      ) : lacksStartTime(reservation) ? (
        <Button variant={variant} onClick={() => setIsAsking(true)}>
          <Clock aria-hidden size={18} />
          starttijd afspreken
        </Button>
      ) : null}
      {isAsking ? <StartTimeDialog reservation={reservation} onClose={() => setIsAsking(false)} /> : null}
    </>
  );
}
