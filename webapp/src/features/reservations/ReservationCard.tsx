// One upcoming booking: the next one large, a later one compact. Both have the same texts, links and buttons.
import { Download, MapPin } from 'lucide-react';
import { memo, useId } from 'react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import type { ReservedPlayer } from '@/api/generated/ReservedPlayer.ts';
import {
  Button,
  ButtonAnchor,
  ButtonLink,
  type ButtonVariant,
  Card,
  cx,
  fileLink,
  listOf,
  Row,
  Stack,
  ServerHtml,
} from '@/ui';
import { Landscape } from '@/ui/Landscape.tsx';
import { freeCancellation, isPlayrightForfeited } from './cancellation.ts';
import { DateTile } from './DateTile.tsx';
import { Facts } from './Facts.tsx';
import { PlayerRows } from './PlayerRows.tsx';
import styles from './ReservationCard.module.css';
import { RoundLinks } from './RoundLinks.tsx';
import { isActive } from './status.ts';

export interface CardActions {
  readonly onCancel: (reservation: Reservation) => void;
  readonly onRemove: (reservation: Reservation, player: ReservedPlayer) => void;
}

interface Props extends CardActions {
  readonly reservation: Reservation;
  /** The first of the list. */
  readonly next?: boolean;
  /** The card's texts depend on it: another day renders it again. */
  readonly today: string;
}

/** Memoised: a dialog about one booking does not render the others. */
export const ReservationCard = memo(function ReservationCard(props: Props) {
  const { reservation, next = false, today, onCancel, onRemove } = props;
  const id = useId();
  const { golfclub, play_date, free_slots } = reservation;
  const Heading = next ? 'h2' : 'h3';
  const facts = <Facts reservation={reservation} withWeekday />;
  return (
    <Card as="article" aria-labelledby={id} gap={3} className={cx(styles.card, next && styles.next)}>
      {next ? <Landscape className={styles.landscape} /> : null}
      <header className={styles.head}>
        <DateTile day={play_date} />
        <Stack gap={1} className={styles.where}>
          <Heading id={id} className={next ? 'club-name' : 'title'}>
            {golfclub.name}
          </Heading>
          {golfclub.city ? (
            <p className={styles.place} data-address={addressOf(golfclub)}>
              <MapPin aria-hidden size={16} />
              {golfclub.city}
            </p>
          ) : null}
          {next ? null : facts}
        </Stack>
      </header>
      {next ? facts : null}
      <div>
        <PlayerRows
          reservation={reservation}
          seats={next}
          onRemove={(player) => onRemove(reservation, player)}
        />
        {next && free_slots > 0 ? <FreeSeats count={free_slots} /> : null}
      </div>
      <Row gap={2} className={styles.links}>
        <Vouchers
          reservation={reservation}
          isToday={play_date === today}
          variant={next ? 'primary' : 'secondary'}
        />
        <RoundLinks reservation={reservation} compact={!next} withAddPlayer={free_slots > 0} />
      </Row>
      {golfclub.reservation_description && play_date >= today ? (
        <ServerHtml html={golfclub.reservation_description} className="soft small" />
      ) : null}
      <footer className={styles.foot}>
        <div className={styles.cancel}>
          <p>
            {isPlayrightForfeited(play_date)
              ? 'Annuleer je vandaag nog, dan vervalt je speelrecht.'
              : freeCancellation(play_date)}
          </p>
          {/* The heading says which booking the button is about. */}
          <Button
            variant="quiet"
            className={styles.cancelButton ?? ''}
            onClick={() => onCancel(reservation)}
            aria-describedby={id}
          >
            annuleren
          </Button>
        </div>
        <p>{recordText(reservation)}</p>
      </footer>
    </Card>
  );
});

/** Only paper shows it: the screen has a route. */
const addressOf = ({ street, postcode }: Reservation['golfclub']) => street && `${street}, ${postcode}`;

function FreeSeats({ count }: { readonly count: number }) {
  return (
    <p className={styles.free}>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} aria-hidden className={styles.freeSeat} />
      ))}
      nog {count === 1 ? '1 plaats' : `${count} plaatsen`} vrij
    </p>
  );
}

interface VouchersProps {
  readonly reservation: Reservation;
  readonly isToday: boolean;
  readonly variant: ButtonVariant;
}

/** The voucher on the screen works without a network: on the day itself it comes first. */
function Vouchers({ reservation, isToday, variant }: VouchersProps) {
  const active = reservation.players.filter(isActive);
  const own = active.find((player) => player.is_me);
  const ownVoucher = own?.voucher_uri || reservation.voucher_uri;
  const groupVoucher =
    reservation.is_group_master && active.length > 1 ? reservation.group_voucher_uri : null;
  if (!ownVoucher && !groupVoucher) {
    return reservation.voucher_msg ? <p className="soft small">{reservation.voucher_msg}</p> : null;
  }
  const onScreen = own?.voucher_code ? (
    <ButtonLink
      to="/reservations/$reservationId/voucher"
      params={{ reservationId: reservation.reservation_id }}
      variant={isToday ? variant : 'secondary'}
    >
      voucher tonen
    </ButtonLink>
  ) : null;
  return (
    <Row gap={2} className={styles.vouchers}>
      {isToday ? onScreen : null}
      {ownVoucher ? (
        <ButtonAnchor {...fileLink()} href={ownVoucher} variant={isToday && onScreen ? 'secondary' : variant}>
          <Download aria-hidden size={18} />
          voucher downloaden
        </ButtonAnchor>
      ) : reservation.voucher_msg ? (
        <p className="soft small">{reservation.voucher_msg}</p>
      ) : null}
      {isToday ? null : onScreen}
      {groupVoucher ? (
        <ButtonAnchor {...fileLink()} href={groupVoucher}>
          <Download aria-hidden size={18} />
          alle vouchers downloaden
        </ButtonAnchor>
      ) : null}
    </Row>
  );
}

/** The number that the member can name, and who got a mail about the round. */
function recordText({ reservation_id, players }: Reservation): string {
  const others = players.filter((player) => isActive(player) && !player.is_me);
  const mailed = listOf(['jou', ...others.map((player) => player.first_name)]);
  return `Reserveringsnummer ${reservation_id.slice(-8)}, per e-mail bevestigd aan ${mailed}.`;
}
