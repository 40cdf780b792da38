// The timeline of a subject, with its filters in the address and the chosen moment in its list.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Stack } from '@/ui';
import type { Kind } from '../../api/kinds.ts';
import { filtersOf } from '../timeline/queries.ts';
import { Timeline } from '../timeline/Timeline.tsx';
import { subjectKey, subjectQuery } from './queries.ts';
import styles from './SubjectPage.module.css';
import { useMoments } from './useMoments.ts';

interface SubjectTimelineProps {
  readonly kind: Kind;
  readonly id: string;
  /** Beside the filters, on a page whose tab is the timeline and names it. */
  readonly action?: ReactNode;
}

export function SubjectTimeline({ kind, id, action }: SubjectTimelineProps) {
  const queryClient = useQueryClient();
  const { search, setSearch, moments, isPast } = useMoments(kind);
  // The state asks for it where it is shown; alone, the timeline has no chosen moment and asks for nothing.
  const shown = useQuery({ ...subjectQuery(kind, id, moments), enabled: isPast }).data;
  return (
    <Stack as="section" gap={4} className={styles.right} aria-labelledby="timeline">
      <h2 id="timeline" className={action ? 'visually-hidden' : styles.heading}>
        Timeline
      </h2>
      <Timeline
        kind={kind}
        id={id}
        action={action}
        filters={filtersOf(search)}
        onFilter={(filters) => setSearch(filtersOf(filters))}
        shownPosition={isPast ? (shown?.at.position ?? null) : null}
        onNews={() => void queryClient.invalidateQueries({ queryKey: subjectKey(kind, id) })}
      />
    </Stack>
  );
}
