// The clubs as a list of large buttons. One that cannot be reserved stays in the list with its reason.
import { Check } from 'lucide-react';
import { memo, useDeferredValue, useId } from 'react';
import type { ReservableClub } from '@/api/generated/ReservableClub.ts';
import { ClubPicture } from '@/features/courses/ClubPicture.tsx';
import { freeText, placeText, playsText } from '@/features/courses/clubText.ts';
import { distanceKm, useOwnPosition } from '@/features/courses/ownPosition.ts';
import { cx, DOT, ownReason, unbroken } from '@/ui';
import styles from './ClubList.module.css';

/** The props of every view of the clubs. */
export interface ClubViewProps {
  readonly clubs: readonly ReservableClub[];
  readonly selectedId: string | null;
  readonly onChoose: (club: ReservableClub) => void;
  /** The member may be about to choose this club: its days can be prefetched. */
  readonly onPrefetch: (club: ReservableClub) => void;
}

/** Memoised with its rows: a letter in the search and a choice must show at once, however many clubs there are. */
export const ClubList = memo(function ClubList({ clubs, selectedId, onChoose, onPrefetch }: ClubViewProps) {
  const { position } = useOwnPosition();
  // The step opens with the names; their pictures follow in the next frames.
  const withPictures = useDeferredValue(true, false);
  return (
    <ul aria-label="Banen" className={styles.list}>
      {clubs.map((club) => (
        <li key={club.id}>
          <ClubButton
            club={club}
            km={distanceKm(position, club)}
            selected={club.id === selectedId}
            withPicture={withPictures}
            onChoose={onChoose}
            onPrefetch={onPrefetch}
          />
        </li>
      ))}
    </ul>
  );
});

interface ButtonProps {
  readonly club: ReservableClub;
  readonly km: number | null;
  readonly selected: boolean;
  readonly withPicture: boolean;
  readonly onChoose: (club: ReservableClub) => void;
  readonly onPrefetch: (club: ReservableClub) => void;
}

/** Its name is all that it shows. A reason is its description too: a screen reader says that after the name. */
const ClubButton = memo(function ClubButton(props: ButtonProps) {
  const { club, km, selected, withPicture, onChoose, onPrefetch } = props;
  const id = useId();
  const { reservable } = club;
  return (
    <button
      type="button"
      className={cx(styles.club, !reservable && styles.closed)}
      aria-pressed={selected}
      aria-describedby={reservable ? undefined : `${id}-reason`}
      onClick={() => onChoose(club)}
      onPointerEnter={() => onPrefetch(club)}
      onFocus={() => onPrefetch(club)}
    >
      {withPicture ? (
        <ClubPicture id={club.id} photo={club.photo} className={styles.picture} />
      ) : (
        <span className={styles.picture} />
      )}
      <span className={styles.text}>
        <span className={styles.name}>{club.name}</span>{' '}
        <span className="soft small">{placeText(club, km)}</span>{' '}
        {reservable ? (
          <span className="soft small numbers">
            {freeText(club.first_free_day) ? (
              <>
                <span className={styles.free}>{freeText(club.first_free_day)}</span>
                {DOT}
              </>
            ) : null}
            {unbroken(playsText(club))}
          </span>
        ) : (
          <span id={`${id}-reason`} className="soft small">
            {ownReason(club.reason)}
            {club.waiting_list ? ', met een wachtlijst' : null}
          </span>
        )}
      </span>
      <Check aria-hidden size={22} className={styles.check} />
    </button>
  );
});
