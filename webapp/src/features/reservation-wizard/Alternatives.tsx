// Where a day is full, closed or not covered: the nearest free day and the nearest free club, as buttons. Each changes
// one answer and keeps every other.
import { useQuery } from '@tanstack/react-query';
import { dispatch, useDraft } from '@/features/draft/draftStore.ts';
import { Button } from '@/ui/Button.tsx';
import { briefDate } from '@/ui/format.ts';
import { Loaded } from '@/ui/Loaded.tsx';
import { Skeleton } from '@/ui/Skeleton.tsx';
import { alternativesQuery, type Refused } from './alternatives.ts';
import styles from './Alternatives.module.css';

interface Props {
  readonly refused: Refused;
  /** The answer is changed: the pressed button is about to disappear, so the focus has to go elsewhere. */
  readonly onTaken: () => void;
}

/** They come after a press, and the buttons at the bottom of the screen must not cover them. */
function scrollIntoView(group: HTMLElement | null): void {
  group?.scrollIntoView({ block: 'nearest' });
}

export function Alternatives({ refused, onTaken }: Props) {
  const draft = useDraft();
  const query = useQuery(alternativesQuery(draft, refused));
  const { golfclub, date } = refused;
  // Without an offer the screen still has its own buttons; a second alert would only cover the refusal itself.
  if (query.isError) return null;
  return (
    <Loaded query={query} skeleton={<Skeleton height="2.75rem" count={2} />} failure={() => []}>
      {({ day, club }) =>
        day || club ? (
          <div ref={scrollIntoView} role="group" aria-label="Dichtstbij vrij" className={styles.alternatives}>
            <p className={styles.title}>Dichtstbij vrij:</p>
            {day ? (
              <Button
                variant="secondary"
                onClick={() => {
                  dispatch({ type: 'choose-date', date: day.date });
                  onTaken();
                }}
              >
                {briefDate(day.date)}
                {golfclub ? ', dezelfde baan' : null}
                {day.bonus_needed ? ' (kost een bonusspeelrecht)' : null}
              </Button>
            ) : null}
            {club ? (
              <Button
                variant="secondary"
                onClick={() => {
                  const { id, name, city, reservation_instruction } = club;
                  dispatch({ type: 'choose-club', club: { id, name, city, reservation_instruction } });
                  if (date) dispatch({ type: 'choose-date', date });
                  onTaken();
                }}
              >
                {club.name}
                {club.distance_km == null ? null : `, ${Math.round(club.distance_km)} km verder`}
                {date ? ', dezelfde dag' : null}
              </Button>
            ) : null}
          </div>
        ) : (
          <p className={styles.title}>Er is geen andere dag of baan vrij.</p>
        )
      }
    </Loaded>
  );
}
