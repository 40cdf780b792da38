// One club of the list: a card on a phone, a row on a desk.
import { Link } from '@tanstack/react-router';
import { memo, useId } from 'react';
import type { ClubInfo } from '@/api/generated/ClubInfo.ts';
import { Stack } from '@/ui';
import styles from './CoursesScreen.module.css';
import { distanceText } from './ownPosition.ts';
import { Plays } from './Plays.tsx';
import { ReserveButton } from './ReserveButton.tsx';

interface CourseRowProps {
  readonly club: ClubInfo;
  readonly km: number | null;
}

export const CourseRow = memo(function CourseRow({ club, km }: CourseRowProps) {
  const id = useId();
  return (
    <Stack as="article" aria-labelledby={id} gap={3} className={styles.row}>
      <Stack>
        <h2 id={id} className={styles.name}>
          <Link to="/courses/$clubId" params={{ clubId: club.id }}>
            {club.name}
          </Link>
        </h2>
        <p className="soft small">
          {[club.city, km === null ? '' : distanceText(km)].filter(Boolean).join(' · ')}
        </p>
        {club.starttime_description ? <p className="soft small">{club.starttime_description}</p> : null}
      </Stack>
      <Plays played={club.your_plays} maximum={club.your_maximum_plays} />
      <ReserveButton club={club} variant="secondary" className={styles.reserve} />
    </Stack>
  );
});
