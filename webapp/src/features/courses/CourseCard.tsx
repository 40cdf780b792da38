import { useNavigate } from '@tanstack/react-router';
import { CalendarSearch, Clock, MapPin } from 'lucide-react';
import { useId } from 'react';
import { dispatch } from '@/features/draft/draftStore.ts';
import { Button } from '@/ui/Button.tsx';
import { Card } from '@/ui/Card.tsx';
import styles from './CoursesScreen.module.css';
import type { ClubInfo } from './queries.ts';

/** One club. Its button starts a reservation there, so that the wizard does not ask for the course. */
export function CourseCard({ club }: { readonly club: ClubInfo }) {
  const id = useId();
  const navigate = useNavigate();
  const { name, city, your_plays: played, your_maximum_plays: maximum } = club;
  return (
    <Card as="article" aria-labelledby={id} className={styles.card}>
      <div>
        <h2 id={id} className={styles.name}>
          {name}
        </h2>
        {city ? (
          <p className={styles.line}>
            <MapPin aria-hidden size={16} />
            {city}
          </p>
        ) : null}
      </div>
      {club.starttime_description ? (
        <p className={styles.line}>
          <Clock aria-hidden size={16} />
          {club.starttime_description}
        </p>
      ) : null}
      <div className={styles.plays}>
        <p>
          <strong>{`${played} / ${maximum ?? 'onbeperkt'}`}</strong> rondes gespeeld dit jaar
        </p>
        {maximum ? (
          <div className={styles.bar} aria-hidden>
            <div style={{ inlineSize: `${Math.min(100, (100 * played) / maximum)}%` }} />
          </div>
        ) : null}
      </div>
      <Button
        variant="secondary"
        aria-label={`bekijk beschikbaarheid & reserveer bij ${name}`}
        onClick={() => {
          const { id: clubId, reservation_instruction } = club;
          dispatch({ type: 'predefine-course', club: { id: clubId, name, city, reservation_instruction } });
          void navigate({ to: '/reservation/players' });
        }}
      >
        <CalendarSearch aria-hidden size={18} />
        bekijk beschikbaarheid & reserveer
      </Button>
    </Card>
  );
}
