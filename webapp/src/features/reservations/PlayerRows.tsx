// The players of a booking. A cancelled one stays visible, struck through and without a voucher.
import { Link } from '@tanstack/react-router';
import { ArrowLeftRight, Crown, Download, UserMinus } from 'lucide-react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import type { ReservedPlayer } from '@/api/generated/ReservedPlayer.ts';
import { cx, fileLink, fullName } from '@/ui';
import styles from './PlayerRows.module.css';
import { isActive } from './status.ts';

interface Props {
  readonly reservation: Reservation;
  /** Seats with an initial, as in the wizard; otherwise the names follow each other. */
  readonly seats?: boolean;
  /** Given for upcoming bookings: the master may remove and swap co-players, and every player may swap themselves. */
  readonly onRemove?: (player: ReservedPlayer) => void;
}

export function PlayerRows({ reservation, seats, onRemove }: Props) {
  const { players, is_group_master } = reservation;
  const group = players.filter(isActive).length > 1;
  return (
    <ul className={seats ? styles.seats : onRemove ? styles.wrapped : styles.sentence} aria-label="Spelers">
      {players.map((player) => (
        <li key={player.reservation_id} className={cx(styles.row, !isActive(player) && 'soft')}>
          {seats ? (
            <span aria-hidden className="initial">
              {player.first_name.charAt(0)}
            </span>
          ) : null}
          <span className={styles.name}>
            {isActive(player) ? (
              fullName(player)
            ) : (
              <>
                <s>{fullName(player)}</s> <span className={styles.state}>geannuleerd</span>
              </>
            )}
            {player.is_me ? <span className={styles.me}>jij</span> : null}
            {onRemove && player.is_me && is_group_master && group ? (
              <span className={styles.master} title="Jij beheert deze groep">
                <Crown aria-hidden size={16} />
                <span className="visually-hidden">(groepsleider)</span>
              </span>
            ) : null}
          </span>
          {onRemove && isActive(player) && (player.is_me || is_group_master) ? (
            <span className={styles.actions}>
              {player.voucher_uri && !player.is_me ? (
                <a
                  className={styles.icon}
                  {...fileLink()}
                  href={player.voucher_uri}
                  aria-label={`voucher van ${player.first_name}`}
                  title={`voucher van ${player.first_name}`}
                >
                  <Download aria-hidden size={18} />
                </a>
              ) : null}
              {player.is_me ? null : (
                <button
                  type="button"
                  className={styles.icon}
                  aria-label={`${player.first_name} verwijderen`}
                  title={`${player.first_name} verwijderen`}
                  onClick={() => onRemove(player)}
                >
                  <UserMinus aria-hidden size={18} />
                </button>
              )}
              <Link
                to="/reservations/$reservationId/swap/$placeId"
                params={{ reservationId: reservation.reservation_id, placeId: player.reservation_id }}
                className={styles.icon}
                aria-label={`${player.is_me ? 'jezelf' : player.first_name} wisselen`}
                title={`${player.is_me ? 'jezelf' : player.first_name} wisselen`}
              >
                <ArrowLeftRight aria-hidden size={18} />
              </Link>
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
