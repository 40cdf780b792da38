// The tiles that a card and the links of a round have in common.
import { Navigation, type LucideIcon } from 'lucide-react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import styles from './RoundLinks.module.css';
import { routeAddress } from './roundText.ts';

interface ContentProps {
  readonly Icon: LucideIcon;
  readonly text: string;
}

export function TileContent({ Icon, text }: ContentProps) {
  return (
    <>
      <Icon aria-hidden size={20} />
      <span>{text}</span>
    </>
  );
}

/** The map's app also tells the travel time. */
export function RouteTile({ golfclub }: Pick<Reservation, 'golfclub'>) {
  return (
    <a
      href={routeAddress(golfclub)}
      target="_blank"
      rel="noreferrer"
      className={styles.tile}
      aria-label={`route naar ${golfclub.name} (opent een kaart in een nieuw venster)`}
    >
      <TileContent Icon={Navigation} text="route" />
    </a>
  );
}
