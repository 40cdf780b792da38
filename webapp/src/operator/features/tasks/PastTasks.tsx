// The latest tasks of a kind, each with a link to what it found.
import { Link } from '@tanstack/react-router';
import { Badge } from '@/ui';
import type { TaskEntry } from '../../api/generated/TaskEntry.ts';
import { DataTable, type Column, Instant, WithCode } from '../../ui/index.ts';
import styles from './PastTasks.module.css';
import { stateTexts, stateTones, what } from './texts.ts';

const described: readonly Column<TaskEntry>[] = [
  {
    key: 'asked',
    header: 'Asked',
    isRowHeader: true,
    cell: ({ asked_at, operator }) => (
      <div>
        <Instant at={asked_at} className="nowrap" />
        <span className={styles.who}>{operator}</span>
      </div>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => (
      <span className="nowrap">
        <Badge tone={stateTones[state]}>{stateTexts[state]}</Badge>
      </span>
    ),
  },
  { key: 'what', header: 'What', cell: (task) => <span className={styles.words}>{what(task)}</span> },
  { key: 'why', header: 'Why', cell: ({ reason }) => <span className={styles.words}>{reason}</span> },
  { key: 'error', header: 'Error', cell: ({ error }) => (error === null ? '–' : <WithCode text={error} />) },
];

interface PastTasksProps {
  readonly caption: string;
  readonly to: '/projections' | '/integrity';
  readonly tasks: readonly TaskEntry[];
  readonly shownId: string | undefined;
}

export function PastTasks({ caption, to, tasks, shownId }: PastTasksProps) {
  const show: Column<TaskEntry> = {
    key: 'show',
    header: 'Found',
    // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, no component
    cell: ({ id, asked_at }) =>
      id === shownId ? (
        <span className="nowrap">shown above</span>
      ) : (
        <Link to={to} search={{ task: id }} preload={false}>
          Show<span className="visually-hidden"> that of {asked_at}</span>
        </Link>
      ),
  };
  return <DataTable caption={caption} columns={[...described, show]} rows={tasks} rowKey={({ id }) => id} />;
}
