// One upcoming booking: the next one large, a later one compact. Both have the same texts, links and buttons; what is done
// now and then is behind `meer` and behind each player. From the day before, the next one is what one travels with.
import { Link } from '@tanstack/react-router';
import { Ellipsis, MapPin, Phone } from 'lucide-react';
import { memo, useId } from 'react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import {
  addDays,
  Button,
  ButtonLink,
  type ButtonVariant,
  Card,
  cx,
  listOf,
  optionalPart,
  Row,
  Stack,
  ServerHtml,
  counted,
  unbroken,
} from '@/ui';
import { Landscape } from '@/ui/Landscape.tsx';
import { BookingNumber } from './BookingNumber.tsx';
import { freeCancellation, isPlayrightForfeited } from './cancellation.ts';
import { DateTile } from './DateTile.tsx';
import { Facts } from './Facts.tsx';
import { PlayerRows } from './PlayerRows.tsx';
import styles from './ReservationCard.module.css';
import type { DialogTarget } from './RoundDialog.tsx';
import linkStyles from './RoundLinks.module.css';
import { RouteTile, TileContent } from './RouteTile.tsx';
import { StartTime } from './StartTime.tsx';
import { callAddress, lacksStartTime } from './startTime.ts';
import { isActive } from './status.ts';

// Only on the day of the round and the day before.
const SunTimes = optionalPart(() => import('./SunTimes.tsx').then((m) => m.SunTimes));

interface Props {
  /** The same in every render. */
  readonly onOpen: (target: DialogTarget) => void;
  readonly reservation: Reservation;
  /** The first of the list. */
  readonly next?: boolean;
  /** The card's texts depend on it: another day renders it again. */
  readonly today: string;
}

/** Memoised: a dialog about one booking does not render the others. */
export const ReservationCard = memo(function ReservationCard(props: Props) {
  const { reservation, next = false, today, onOpen } = props;
  const id = useId();
  const { golfclub, play_date } = reservation;
  const { lat, lon } = golfclub;
  const Heading = next ? 'h2' : 'h3';
  const facts = <Facts reservation={reservation} withWeekday />;
  const travels = next && play_date <= addDays(today, 1);
  // The one thing to do next: agree a time, or show the voucher.
  const asksTime = play_date > today && lacksStartTime(reservation);
  const primary = next ? 'primary' : 'secondary';
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
      {travels ? (
        <Stack gap={1}>
          {lat !== null && lon !== null ? (
            <div className={styles.sun}>
              <SunTimes day={play_date} lat={lat} lon={lon} course={reservation.course_state} />
            </div>
          ) : null}
          {reservation.start_time ? null : (
            <p className="soft small">{unbroken(golfclub.starttime_description)}</p>
          )}
        </Stack>
      ) : null}
      <Row gap={2} align="center" className={styles.acts}>
        <StartTime reservation={reservation} variant={asksTime ? primary : 'secondary'} onOpen={onOpen} />
        <Voucher reservation={reservation} variant={asksTime ? 'secondary' : primary} />
      </Row>
      <Tiles reservation={reservation} onMore={() => onOpen({ kind: 'more', reservation })} />
      <div>
        <PlayerRows
          reservation={reservation}
          seats={next}
          onPlayer={(player) => onOpen({ kind: 'player', reservation, player })}
        />
        <FreeSeats reservation={reservation} />
      </div>
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
            onClick={() => onOpen({ kind: 'cancel', reservation })}
            aria-describedby={id}
          >
            annuleren
          </Button>
        </div>
        <BookingNumber
          reservation={reservation}
          rest={`, per e-mail bevestigd aan ${mailedTo(reservation)}.`}
        />
      </footer>
    </Card>
  );
});

/** Only paper shows it: the screen has a route. */
const addressOf = ({ street, postcode }: Reservation['golfclub']) => street && `${street}, ${postcode}`;

interface PartProps {
  readonly reservation: Reservation;
}

/** The voucher on the screen works without a network. */
function Voucher({ reservation, variant }: PartProps & { readonly variant: ButtonVariant }) {
  const own = reservation.players.find((player) => player.is_me && isActive(player));
  if (!own?.voucher_code) {
    return reservation.voucher_msg ? <p className="soft small">{reservation.voucher_msg}</p> : null;
  }
  return (
    <ButtonLink
      to="/reservations/$reservationId/voucher"
      params={{ reservationId: reservation.reservation_id }}
      variant={variant}
    >
      voucher tonen
    </ButtonLink>
  );
}

function Tiles({ reservation: { golfclub }, onMore }: PartProps & { readonly onMore: () => void }) {
  const address = callAddress(golfclub);
  return (
    <div className={linkStyles.links}>
      {address ? (
        <a href={address} className={linkStyles.tile}>
          <TileContent Icon={Phone} text="bel de club" />
        </a>
      ) : null}
      <RouteTile golfclub={golfclub} />
      <button type="button" className={linkStyles.tile} onClick={onMore}>
        <TileContent Icon={Ellipsis} text="meer" />
      </button>
    </div>
  );
}

/** Places of the group, as far as the club's day has them too. */
function FreeSeats({ reservation: { free_slots: count, day_is_full, reservation_id } }: PartProps) {
  if (!day_is_full && count === 0) return null;
  const toPlayers = {
    to: '/reservations/$reservationId/addplayer',
    params: { reservationId: reservation_id },
  } as const;
  if (day_is_full) {
    return (
      <p className={styles.free}>
        <span>de baan is vol</span>
        <Link {...toPlayers} className={styles.add}>
          zet een medespeler op de wachtlijst
        </Link>
      </p>
    );
  }
  return (
    <p className={styles.free}>
      <span>{`nog ${counted(count, 'plaats', 'plaatsen')} vrij`}</span>
      <Link {...toPlayers} className={styles.add}>
        speler toevoegen
      </Link>
    </p>
  );
}

/** Who got a mail about the round. */
function mailedTo({ players }: Reservation): string {
  const others = players.filter((player) => isActive(player) && !player.is_me);
  return listOf(['jou', ...others.map((player) => player.first_name)]);
}
