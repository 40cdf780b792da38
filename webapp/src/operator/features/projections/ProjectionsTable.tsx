// Every projection in a line of its own. One that stands still is opened; the others show their lag of the last hour where
// they are asked to.
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Badge, Button, cx } from '@/ui';
import flush from '@/ui/flush.module.css';
import type { LagHistory } from '../../api/generated/LagHistory.ts';
import type { WatchedProjection } from '../../api/generated/WatchedProjection.ts';
import { DataTable, type Column, Instant, tableName } from '../../ui/index.ts';
import { isRunning, lagText, sinceOf } from './lag.ts';
import type { LagSamples } from './LagLine.tsx';
import { ProjectionDetails } from './ProjectionDetails.tsx';
import styles from './ProjectionsTable.module.css';
import { rateText, useRates } from './rates.ts';

interface ProjectionsTableProps {
  readonly projections: readonly WatchedProjection[];
  /** When they were asked for, on this device's clock. */
  readonly asked: number;
  readonly lag: LagHistory | undefined;
  /** Undefined where no rebuild can be started. */
  readonly onRebuild: ((name: string) => void) | undefined;
}

export function ProjectionsTable({ projections, asked, lag, onRebuild }: ProjectionsTableProps) {
  // Those that an operator opened or closed.
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const rateOf = useRates(projections, asked);
  const isOpen = (projection: WatchedProjection) => chosen[projection.name] ?? !isRunning(projection);

  const columns: readonly Column<WatchedProjection>[] = [
    {
      key: 'name',
      header: 'Projection',
      isRowHeader: true,
      cell: (projection) => (
        <button
          type="button"
          className={styles.name}
          aria-expanded={isOpen(projection)}
          onClick={() => setChosen({ ...chosen, [projection.name]: !isOpen(projection) })}
        >
          <ChevronRight aria-hidden size={18} />
          {tableName(projection.name)}
        </button>
      ),
    },
    {
      key: 'state',
      header: 'State',
      cell: (projection) => (
        <Badge tone={isRunning(projection) ? 'green' : 'danger'}>{projection.state}</Badge>
      ),
    },
    { key: 'lag', header: 'Behind by', cell: lagText },
    {
      key: 'since',
      header: 'Since',
      cell: (projection) => {
        const since = sinceOf(projection, asked);
        return since === undefined ? '–' : <Instant at={since} />;
      },
    },
    { key: 'rate', header: 'Events/s', align: 'end', cell: ({ name }) => rateText(rateOf(name)) },
  ];
  const act: Column<WatchedProjection> = {
    key: 'rebuild',
    header: 'Rebuild',
    // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, no component
    cell: ({ name, can_be_rebuilt }) =>
      can_be_rebuilt ? (
        <Button
          variant="quiet"
          className={cx(flush.flush, styles.act)}
          aria-label={`Rebuild: ${tableName(name)}`}
          onClick={() => onRebuild?.(name)}
        >
          Rebuild…
        </Button>
      ) : null,
  };

  return (
    <DataTable
      caption="Projections, those that stand still first"
      hideCaption
      className={styles.table}
      columns={onRebuild ? [...columns, act] : columns}
      rows={projections.toSorted((one, other) => Number(isRunning(one)) - Number(isRunning(other)))}
      rowKey={({ name }) => name}
      details={(projection) =>
        isOpen(projection) ? (
          <ProjectionDetails projection={projection} samples={samplesOf(lag, projection.name)} />
        ) : null
      }
    />
  );
}

function samplesOf(lag: LagHistory | undefined, name: string): LagSamples | undefined {
  const series = lag?.projections.find((one) => one.name === name);
  return lag && series ? { at: lag.at, events: series.events, seconds: series.seconds } : undefined;
}
