// The start time of a round: when, and who agreed it, or the way to agree one.
import { Clock } from 'lucide-react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { Button, type ButtonVariant } from '@/ui';
import type { DialogTarget } from './RoundDialog.tsx';
import styles from './StartTime.module.css';
import { lacksStartTime, startTimeId, startTimeText } from './startTime.ts';

interface Props {
  readonly reservation: Reservation;
  readonly variant?: ButtonVariant;
  readonly onOpen: (target: DialogTarget) => void;
}

export function StartTime({ reservation, variant = 'secondary', onOpen }: Props) {
  const ask = () => onOpen({ kind: 'time', reservation });
  if (reservation.start_time) {
    return (
      <div className={styles.agreed}>
        <Clock aria-hidden size={18} />
        <p className="strong">{`Starttijd ${startTimeText(reservation)}`}</p>
        <Button id={startTimeId(reservation)} variant="quiet" aria-label="starttijd wijzigen" onClick={ask}>
          wijzigen
        </Button>
      </div>
    );
  }
  return lacksStartTime(reservation) ? (
    <Button id={startTimeId(reservation)} variant={variant} onClick={ask}>
      starttijd afspreken
    </Button>
  ) : null;
}
