// How far each projection is behind the journal, the event that one stands still before, and rebuilding.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded, Page, Skeleton } from '@/ui';
import type { WatchedProjection } from '../../api/generated/WatchedProjection.ts';
import { hasRole, useSession } from '../../api/session.ts';
import { isOpen, tasksQuery } from '../tasks/queries.ts';
import { isRunning } from './lag.ts';
import { ProjectionsTable } from './ProjectionsTable.tsx';
import { lagQuery, projectionsQuery } from './queries.ts';
import { Rebuilding } from './Rebuilding.tsx';

export function ProjectionsScreen() {
  const query = useQuery(projectionsQuery);
  const lag = useQuery(lagQuery);
  const rebuilds = useQuery(tasksQuery('rebuild'));
  const mayStart = hasRole(useSession(), 'admin') && !rebuilds.data?.some(isOpen);
  const [starting, setStarting] = useState<readonly string[]>();
  return (
    <Page
      title="Projections"
      intro="What members read is made from the journal by projections. Refreshed every 5 seconds. A row that is opened shows the lag of the last hour: solid in events, dotted in seconds."
      full
    >
      <Loaded query={query} skeleton={<Skeleton height="12rem" count={3} />}>
        {({ head, projections }) => (
          <>
            <p className="numbers">
              {/* The position is not in it: it would be read aloud every 5 seconds. */}
              <span role="status">{summary(projections)}</span> The journal’s last position is{' '}
              <strong>{head}</strong>.
            </p>
            <ProjectionsTable
              projections={projections}
              asked={query.dataUpdatedAt}
              lag={lag.data}
              onRebuild={mayStart ? (name) => setStarting([name]) : undefined}
            />
            <Rebuilding
              names={projections.filter(({ can_be_rebuilt }) => can_be_rebuilt).map(({ name }) => name)}
              mayStart={mayStart}
              starting={starting}
              onStarting={setStarting}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function summary(projections: readonly WatchedProjection[]): string {
  const stopped = projections.filter((projection) => !isRunning(projection)).length;
  if (stopped === 0) return `All ${projections.length} projections run.`;
  return `${stopped} of ${projections.length} projections ${stopped === 1 ? 'does' : 'do'} not run.`;
}
