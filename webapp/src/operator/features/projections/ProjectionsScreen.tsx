// How far each projection is behind the journal, the event that one stands still before, and rebuilding.
import { useQuery } from '@tanstack/react-query';
import { Loaded, Page, Skeleton } from '@/ui';
import type { WatchedProjection } from '../../api/generated/WatchedProjection.ts';
import type { LagHistory } from '../../api/generated/LagHistory.ts';
import { isRunning } from './lag.ts';
import { ProjectionCard } from './ProjectionCard.tsx';
import styles from './ProjectionsScreen.module.css';
import { lagQuery, projectionsQuery } from './queries.ts';
import { Rebuilding } from './Rebuilding.tsx';

export function ProjectionsScreen() {
  const query = useQuery(projectionsQuery);
  const lag = useQuery(lagQuery);
  return (
    <Page
      title="Projections"
      intro="What members read is made from the journal by projections. Refreshed every 5 seconds; the line is the lag of the last hour: solid in events, dotted in seconds."
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
            <div className={styles.cards}>
              {stoppedFirst(projections).map((projection) => (
                <ProjectionCard
                  key={projection.name}
                  projection={projection}
                  samples={samplesOf(lag.data, projection.name)}
                />
              ))}
            </div>
            <Rebuilding
              names={projections.filter(({ can_be_rebuilt }) => can_be_rebuilt).map(({ name }) => name)}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function samplesOf(lag: LagHistory | undefined, name: string) {
  const series = lag?.projections.find((one) => one.name === name);
  return lag && series ? { at: lag.at, events: series.events, seconds: series.seconds } : undefined;
}

function summary(projections: readonly WatchedProjection[]): string {
  const stopped = projections.filter((projection) => !isRunning(projection)).length;
  if (stopped === 0) return `All ${projections.length} projections run.`;
  return `${stopped} of ${projections.length} projections ${stopped === 1 ? 'does' : 'do'} not run.`;
}

function stoppedFirst(projections: readonly WatchedProjection[]): readonly WatchedProjection[] {
  return projections.toSorted((one, other) => Number(isRunning(one)) - Number(isRunning(other)));
}
