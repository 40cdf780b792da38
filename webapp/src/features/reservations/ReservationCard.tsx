// One booking. The upcoming list passes actions; the history passes none and gets a read-only card.
import { CalendarDays, Download, MapPin, UserPlus } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { today } from '@/api/clock.ts';
import { Button, ButtonAnchor, ButtonLink } from '@/ui/Button.tsx';
import { Card } from '@/ui/Card.tsx';
import { longDate, shortDate } from '@/ui/format.ts';
import { ServerHtml } from '@/ui/ServerHtml.tsx';
import { freeCancellation, isPlayrightForfeited } from './cancellation.ts';
import { PlayerRows } from './PlayerRows.tsx';
import styles from './ReservationCard.module.css';
import { RoundLinks } from './RoundLinks.tsx';
import { isActive, type Reservation, type ReservationPlayer } from './schemas.ts';

export interface CardActions {
  readonly onCancel: () => void;
  readonly onRemove: (player: ReservationPlayer) => void;
}

interface Props {
  readonly reservation: Reservation;
  readonly actions?: CardActions;
  /** At the end of a read-only card. */
  readonly foot?: ReactNode;
}

export function ReservationCard({ reservation, actions, foot }: Props) {
  const id = useId();
  const { golfclub, play_date } = reservation;
  const day = today();
  return (
    <Card as="article" aria-labelledby={id} className={styles.card}>
      <header className={styles.head}>
        <h2 id={id} className={styles.club}>
          {golfclub.name}
        </h2>
        {golfclub.city ? (
          <p className={styles.place}>
            <MapPin aria-hidden size={16} />
            {golfclub.city}
          </p>
        ) : null}
      </header>
      <div className={styles.facts}>
        <p className={styles.date}>
          <CalendarDays aria-hidden size={20} />
          <span>
            <strong>{shortDate(play_date)}</strong>
            <span className={styles.weekday}>{play_date === day ? 'vandaag' : longDate(play_date)}</span>
          </span>
        </p>
        <p className={styles.holes}>{reservation.holes} holes</p>
        {reservation.playright_expired ? <p className={styles.expired}>speelrecht vervallen</p> : null}
        {reservation.bonus_used ? (
          <p className={styles.bonus}>Bonusspeelrecht: {reservation.bonus_used.title}</p>
        ) : null}
      </div>
      <PlayerRows reservation={reservation} {...(actions ? { onRemove: actions.onRemove } : {})} />
      {actions && golfclub.reservation_description && play_date >= day ? (
        <ServerHtml html={golfclub.reservation_description} className={styles.description ?? ''} />
      ) : null}
      {actions ? <Actions reservation={reservation} clubId={id} onCancel={actions.onCancel} /> : foot}
    </Card>
  );
}

interface ActionsProps {
  readonly reservation: Reservation;
  /** The heading that says which booking the buttons are about. */
  readonly clubId: string;
  readonly onCancel: () => void;
}

function Actions({ reservation, clubId, onCancel }: ActionsProps) {
  const { play_date, reservation_id, players } = reservation;
  const active = players.filter(isActive);
  const ownVoucher = active.find((player) => player.is_me)?.voucher_uri || reservation.voucher_uri;
  const groupVoucher =
    reservation.is_group_master && active.length > 1 ? reservation.group_voucher_uri : null;
  return (
    <footer className={styles.foot}>
      {!ownVoucher && reservation.voucher_msg ? (
        <p className={styles.message}>{reservation.voucher_msg}</p>
      ) : null}
      <div className={styles.buttons}>
        {ownVoucher ? (
          <ButtonAnchor href={ownVoucher} variant="primary">
            <Download aria-hidden size={18} />
            voucher downloaden
          </ButtonAnchor>
        ) : null}
        {groupVoucher ? (
          <ButtonAnchor href={groupVoucher}>
            <Download aria-hidden size={18} />
            alle vouchers downloaden
          </ButtonAnchor>
        ) : null}
        {reservation.free_slots > 0 ? (
          <ButtonLink to="/reservations/$reservationId/addplayer" params={{ reservationId: reservation_id }}>
            <UserPlus aria-hidden size={18} />
            speler toevoegen
          </ButtonLink>
        ) : null}
        <Button variant="danger" onClick={onCancel} aria-describedby={clubId}>
          annuleren
        </Button>
      </div>
      <RoundLinks reservation={reservation} />
      <p className={styles.message}>
        {isPlayrightForfeited(play_date)
          ? 'Annuleer je vandaag nog, dan vervalt je speelrecht.'
          : freeCancellation(play_date)}
      </p>
    </footer>
  );
}
