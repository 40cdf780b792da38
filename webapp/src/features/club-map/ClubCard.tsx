// The club of the pressed pin, on the map: what the list says about it, before it is chosen.
import { X } from 'lucide-react';
import { ClubPicture } from '@/features/courses/ClubPicture.tsx';
import { CourseLine } from '@/features/courses/CourseLine.tsx';
import { freeText, placeText, playsText, type DescribedClub } from '@/features/courses/clubText.ts';
import { distanceKm, useOwnPosition } from '@/features/courses/ownPosition.ts';
import { Button, dotted, ownReason, Stack } from '@/ui';
import styles from './ClubCard.module.css';

export interface CardClub extends DescribedClub {
  readonly id: string;
  readonly name: string;
  readonly reservable: boolean;
  readonly reason: string;
  readonly photo?: string | null | undefined;
  /** Where the list says how the course is today. */
  readonly course_state?: unknown;
}

interface ClubCardProps<Club> {
  readonly club: Club;
  readonly onChoose: (club: Club) => void;
  readonly onClose: () => void;
}

export function ClubCard<Club extends CardClub>({ club, onChoose, onClose }: ClubCardProps<Club>) {
  const { position } = useOwnPosition();
  const free = freeText(club.first_free_day);
  return (
    <div
      role="group"
      tabIndex={-1}
      aria-label={club.name}
      className={styles.card}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <ClubPicture id={club.id} photo={club.photo} className={styles.picture} />
      <Stack gap={1} className={styles.facts}>
        <p className="title">{club.name}</p>
        <p className="soft small">{placeText(club, distanceKm(position, club))}</p>
        <CourseLine course={club.course_state} />
        {club.reservable ? (
          <p className="soft small">{dotted([free, playsText(club)])}</p>
        ) : (
          <p className="small strong">{ownReason(club.reason)}</p>
        )}
      </Stack>
      <button type="button" aria-label="sluiten" className={styles.close} onClick={onClose}>
        <X aria-hidden size={20} />
      </button>
      {club.reservable ? (
        <Button className={styles.choose ?? ''} onClick={() => onChoose(club)}>
          kies deze baan
        </Button>
      ) : null}
    </div>
  );
}
