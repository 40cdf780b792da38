// The clubs as a list of large buttons. One that cannot be reserved stays in the list with its reason.
import { Check } from 'lucide-react';
import { useId } from 'react';
import { cx } from '@/ui/cx.ts';
import { ownReason } from '@/ui/reasons.ts';
import styles from './ClubList.module.css';
import type { Club } from './queries.ts';

/** The props of every view of the clubs. */
export interface ClubViewProps {
  readonly clubs: readonly Club[];
  readonly selectedId: string | null;
  readonly onChoose: (club: Club) => void;
  /** The member may be about to choose this club: its days can be prefetched. */
  readonly onPrefetch: (club: Club) => void;
}

export function ClubList({ clubs, selectedId, onChoose, onPrefetch }: ClubViewProps) {
  return (
    <ul aria-label="Banen" className={styles.list}>
      {clubs.map((club) => (
        <li key={club.id}>
          <ClubButton
            club={club}
            selected={club.id === selectedId}
            onChoose={() => onChoose(club)}
            onPrefetch={() => onPrefetch(club)}
          />
        </li>
      ))}
    </ul>
  );
}

interface ButtonProps {
  readonly club: Club;
  readonly selected: boolean;
  readonly onChoose: () => void;
  readonly onPrefetch: () => void;
}

function ClubButton({ club, selected, onChoose, onPrefetch }: ButtonProps) {
  const id = useId();
  const maximum = club.your_maximum_plays;
  return (
    <button
      type="button"
      className={cx(styles.club, !club.reservable && styles.closed)}
      aria-pressed={selected}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-detail`}
      onClick={onChoose}
      onPointerEnter={onPrefetch}
      onFocus={onPrefetch}
    >
      <span className={styles.text}>
        <span id={`${id}-name`} className={styles.name}>
          {club.name} <span className={styles.city}>{club.city}</span>
        </span>
        <span id={`${id}-detail`} className={styles.detail}>
          {club.reservable ? (
            <>
              <span>{club.starttime_description}</span>
              {maximum == null ? null : (
                <span className={styles.plays}>
                  {club.your_plays} / {maximum} rondes gespeeld
                </span>
              )}
            </>
          ) : (
            <span className={styles.reason}>{ownReason(club.reason)}</span>
          )}
        </span>
      </span>
      <Check aria-hidden size={22} className={styles.check} />
    </button>
  );
}
