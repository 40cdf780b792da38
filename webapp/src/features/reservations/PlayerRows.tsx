// The players of a booking. A cancelled one stays visible, struck through.
import { ChevronRight } from 'lucide-react';
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
  const { players, is_group_master } = reservation;
  const group = players.filter(isActive).length > 1;
  return (
    <ul className={seats ? styles.seats : onPlayer ? styles.wrapped : styles.sentence} aria-label="Spelers">
      {players.map((player) => {
        const row = (
          <>
            {seats ? (
              <span aria-hidden className="initial">
                {player.first_name.charAt(0)}
              </span>
            ) : null}
            <span className={styles.name}>
              {isActive(player) ? (
                <span>{fullName(player)}</span>
              ) : (
                <>
                  <s>{fullName(player)}</s> <span className={styles.state}>geannuleerd</span>
                </>
              )}
              {player.is_me ? (
                <span className={styles.me}>
                  {onPlayer && is_group_master && group ? 'jij, groepsleider' : 'jij'}
                </span>
              ) : null}
            </span>
          </>
        );
        const canOpen = onPlayer && isActive(player) && (player.is_me || is_group_master);
        return (
          <li key={player.reservation_id} className={cx(!isActive(player) && 'soft')}>
            {canOpen ? (
              <button type="button" className={cx(styles.row, styles.open)} onClick={() => onPlayer(player)}>
                {row}
                <ChevronRight aria-hidden size={18} className={styles.arrow} />
              </button>
            ) : (
              <span className={styles.row}>{row}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
