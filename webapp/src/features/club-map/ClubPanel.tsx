// The list's facts about a club, beside the map. The panel has no buttons: the pin is the club's only one.
import { playsText } from '@/features/courses/clubText.ts';
import { distanceKm, distanceText, type Position } from '@/features/courses/ownPosition.ts';
import { cx, ownReason } from '@/ui';
import styles from './ClubPanel.module.css';

export interface DescribedClub {
  readonly name: string;
  readonly city: string;
  readonly reservable: boolean;
  readonly reason: string;
  readonly starttime_description: string;
  readonly lat?: number | null | undefined;
  readonly lon?: number | null | undefined;
  readonly your_plays: number;
  readonly your_maximum_plays?: number | null | undefined;
}

interface ClubPanelProps {
  readonly club: DescribedClub | undefined;
  readonly position: Position | null;
  readonly className: string | undefined;
}

export function ClubPanel({ club, position, className }: ClubPanelProps) {
  if (!club) {
    return (
      <div className={cx(styles.panel, className)}>
        <p className="soft">Wijs een baan aan om te zien welke het is; een tik kiest haar.</p>
      </div>
    );
  }
  const km = distanceKm(position, club);
  return (
    <div className={cx(styles.panel, className)}>
      <p className={styles.name}>{club.name}</p>
      <p className="soft">{[club.city, km === null ? '' : distanceText(km)].filter(Boolean).join(' · ')}</p>
      {club.starttime_description ? <p className="soft">{club.starttime_description}</p> : null}
      {playsText(club) ? <p className="soft">{playsText(club)}</p> : null}
      {club.reservable ? null : <p className="strong">{ownReason(club.reason)}</p>}
    </div>
  );
}
