// The players of a booking. A cancelled one stays visible, struck through.
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import type { ReservedPlayer } from '@/api/generated/ReservedPlayer.ts';
import { cx, fullName } from '@/ui';
import styles from './PlayerRows.module.css';
import { isActive } from './status.ts';

interface Props {
  readonly reservation: Reservation;
  /** Seats with an initial, as in the wizard; otherwise the names follow each other. */
  readonly seats?: boolean;
  /** Given for upcoming bookings: opens what the member can do with a player. The master may with all, others with
   *  themselves. */
  readonly onPlayer?: (player: ReservedPlayer) => void;
}

export function PlayerRows({ reservation, seats, onPlayer }: Props) {
  const id = useId();
  const { players, is_group_master } = reservation;
  const leads = is_group_master && players.filter(isActive).length > 1;
  return (
    <ul className={seats ? styles.seats : onPlayer ? styles.wrapped : styles.sentence} aria-label="Spelers">
      {players.map((player) => {
        const nameId = id + player.reservation_id;
        return (
          <li key={player.reservation_id} className={cx(styles.row, !isActive(player) && 'soft')}>
            {seats ? (
              <span aria-hidden className="initial">
                {player.first_name.charAt(0)}
              </span>
            ) : null}
            <span id={nameId} className={styles.name}>
              {isActive(player) ? (
                <span>{fullName(player)}</span>
              ) : (
                <>
                  <s>{fullName(player)}</s> <span className={styles.state}>geannuleerd</span>
                </>
              )}
              {player.is_me ? (
                <>
                  {' '}
                  <span className={styles.me}>{onPlayer && leads ? 'jij, groepsleider' : 'jij'}</span>
                </>
              ) : null}
            </span>
            {/* Over the whole row. Paper keeps the name. */}
            {onPlayer && isActive(player) && (player.is_me || is_group_master) ? (
              <button
                type="button"
                className={styles.open}
                aria-labelledby={nameId}
                onClick={() => onPlayer(player)}
              >
                <ChevronRight aria-hidden size={18} />
              </button>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
