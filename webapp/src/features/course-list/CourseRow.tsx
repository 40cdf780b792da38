// One club of the list: its picture, what a member asks first, and the button that starts a reservation there.
import { Link } from '@tanstack/react-router';
import { memo, useId } from 'react';
import type { ClubInfo } from '@/api/generated/ClubInfo.ts';
import { ClubPicture } from '@/features/courses/ClubPicture.tsx';
import { CourseLine } from '@/features/courses/CourseLine.tsx';
import { placeText } from '@/features/courses/clubText.ts';
import { Plays } from '@/features/courses/Plays.tsx';
import { ReserveButton } from '@/features/courses/ReserveButton.tsx';
import { Stack, unbroken } from '@/ui';
import styles from './CoursesScreen.module.css';
import { FreeDay } from './FreeDay.tsx';

interface CourseRowProps {
  readonly club: ClubInfo;
  readonly km: number | null;
}

export const CourseRow = memo(function CourseRow({ club, km }: CourseRowProps) {
  const id = useId();
  return (
    <article aria-labelledby={id} className={styles.row}>
      <ClubPicture id={club.id} photo={club.photo} className={styles.picture} />
      <Stack>
        <h2 id={id} className={styles.name}>
          <Link to="/courses/$clubId" params={{ clubId: club.id }}>
            {club.name}
          </Link>
        </h2>
        <p className="soft small">{placeText(club, km)}</p>
        {club.starttime_description ? (
          <p className="soft small">{unbroken(club.starttime_description)}</p>
        ) : null}
        <CourseLine course={club.course_state} />
        <FreeDay clubId={club.id} />
      </Stack>
      <div className={styles.acts}>
        <Plays played={club.your_plays} maximum={club.your_maximum_plays} />
        <ReserveButton club={club} variant="secondary" className={styles.reserve} />
      </div>
    </article>
  );
});
