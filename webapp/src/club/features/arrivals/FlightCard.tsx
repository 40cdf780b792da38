// A flight and its players. A refetch, a letter of the search or an arrival renders the flights and players that it changes.
import { Check, ChevronRight } from 'lucide-react';
import { memo, useId } from 'react';
import { Badge, Button, Card } from '@/ui';
import { timeText } from '@/club/ui/moments.ts';
import styles from './Arrivals.module.css';
import type { Flight, Player } from './day.ts';
import { holesText, LEFT, rightText } from './words.ts';

export type DayTense = 'past' | 'today' | 'future';

interface Acts {
  readonly tense: DayTense;
  readonly onOpen: (place: string) => void;
  readonly onArrived: (player: Player) => void;
}

interface FlightCardProps extends Acts {
  readonly flight: Flight;
  /** `3 van 4 · 20 min. te laat` */
  readonly late: string | undefined;
}

export const FlightCard = memo(function FlightCard({ flight, late, ...acts }: FlightCardProps) {
  const { start_time, booking_number, holes, players } = flight;
  const id = useId();
  return (
    <Card as="li" className={styles.flight} aria-labelledby={id}>
      <h3 id={id} className={styles.flightHead}>
        <span className={styles.time}>{start_time ?? 'geen starttijd'}</span>{' '}
        <span className={styles.number}>{`${holesText(holes)} · ${booking_number}`}</span>
      </h3>
      {late ? <p className={styles.late}>{late}</p> : null}
      <ul className="lined">
        {players.map((player) => (
          <PlayerRow key={player.place} player={player} booked={holes} {...acts} />
        ))}
      </ul>
    </Card>
  );
});

/** Of a player's row. */
export const idOf = (place: string): string => `place-${place}`;

interface PlayerRowProps extends Acts {
  readonly player: Player;
  readonly booked: number;
}

const PlayerRow = memo(function PlayerRow({ player, booked, onOpen, ...acts }: PlayerRowProps) {
  const { place, name, played_holes, seen_again, walk_in, irregular, status, has_left } = player;
  const right = rightText(player.entitled_by);
  const holes = played_holes === booked ? '' : `${holesText(played_holes)} in plaats van ${booked}`;
  const again = seen_again > 0 ? `nog ${seen_again} keer gezien` : '';
  return (
    <li id={idOf(place)} className={styles.player}>
      <button type="button" className={styles.open} onClick={() => onOpen(place)}>
        <span className={styles.name}>{name}</span>{' '}
        <span className={styles.details}>
          {[right, holes, again].filter(Boolean).map((detail) => (
            <span key={detail}>{detail}</span>
          ))}{' '}
          {walk_in ? <Badge tone="sand">zonder boeking</Badge> : null}{' '}
          {has_left ? <Badge tone="sand">{LEFT}</Badge> : null}{' '}
          {irregular ? <Badge tone="sand">na besluit</Badge> : null}{' '}
          {status === 'annulled' ? <Badge tone="sand">teruggedraaid</Badge> : null}
        </span>
        <ChevronRight aria-hidden size={18} className={styles.chevron} />
      </button>
      <Arrival player={player} {...acts} />
    </li>
  );
});

function Arrival({ player, tense, onArrived }: Omit<PlayerRowProps, 'booked' | 'onOpen'>) {
  const { name, status, arrived_at, arrived_by, absence } = player;
  if (status === 'arrived') {
    return (
      <p className={styles.arrived}>
        <Check aria-hidden size={18} />
        <span className="visually-hidden">aangekomen</span>{' '}
        <span className="numbers">{arrived_at === null ? 'aangekomen' : timeText(arrived_at)}</span>
        <span className={styles.by}>{arrived_by ?? ''}</span>
      </p>
    );
  }
  if (player.has_left) return null;
  if (tense !== 'today') {
    const past = absence ? 'afwezig' : 'niet aangekomen';
    return <p className={styles.absent}>{tense === 'past' ? past : 'verwacht'}</p>;
  }
  return (
    <Button className={styles.press} aria-label={`${name} aangekomen`} onClick={() => onArrived(player)}>
      aangekomen
    </Button>
  );
}
