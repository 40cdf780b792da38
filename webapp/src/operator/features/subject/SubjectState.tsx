// How a subject stands, now or at the moment in the address, with the controls that choose it.
import { useQuery } from '@tanstack/react-query';
import { Button, Loaded, Stack } from '@/ui';
import type { SubjectPage } from '../../api/generated/SubjectPage.ts';
import type { Kind } from '../../api/kinds.ts';
import { subjectQuery } from './queries.ts';
import { State } from './State.tsx';
import styles from './SubjectPage.module.css';
import { isUnreadable, TimeTravel } from './TimeTravel.tsx';
import { useMoments } from './useMoments.ts';

interface SubjectStateProps {
  readonly kind: Kind;
  readonly id: string;
  readonly now: SubjectPage;
}

export function SubjectState({ kind, id, now }: SubjectStateProps) {
  const { moments, isPast, setMoments } = useMoments(kind);
  const query = useQuery(subjectQuery(kind, id, moments));
  const { compare_at, compare_sequence } = moments;
  const backToNow = (
    <Button variant="secondary" className={styles.back} onClick={() => setMoments({})}>
      Back to now
    </Button>
  );
  return (
    <Stack gap={4} className={styles.left}>
      <TimeTravel now={now} shown={query.data} moments={moments} error={query.error} onMoments={setMoments} />
      {isUnreadable(query.error) ? (
        backToNow
      ) : (
        <Loaded query={query} failureLink={isPast ? backToNow : null}>
          {(subject) => (
            <State
              subject={subject}
              isPast={isPast}
              isOutdated={query.isPlaceholderData}
              onNow={() => setMoments({ compare_at, compare_sequence })}
            />
          )}
        </Loaded>
      )}
    </Stack>
  );
}
