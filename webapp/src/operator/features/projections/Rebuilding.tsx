// Rebuilds: the one that runs or was last, what it found, and the decision about it.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Hammer } from 'lucide-react';
import { useState } from 'react';
import { announce, Button, Row, Loaded, Region } from '@/ui';
import { hasRole, useSession } from '../../api/session.ts';
import { PastTasks } from '../tasks/PastTasks.tsx';
import { tasksKey } from '../tasks/queries.ts';
import { TaskProgress } from '../tasks/TaskProgress.tsx';
import { useShownTask } from '../tasks/useShownTask.ts';
import { RowsThatDiffer } from './RowsThatDiffer.tsx';
import { TablesCompared } from './TablesCompared.tsx';
import { DecisionDialog } from './DecisionDialog.tsx';
import type { Decision } from './queries.ts';
import { RebuildDialog } from './RebuildDialog.tsx';
import styles from './Rebuilding.module.css';
import { comparison } from './schemas.ts';

interface RebuildingProps {
  /** The projections that can be rebuilt. */
  readonly names: readonly string[];
  readonly mayStart: boolean;
  /** The projections of the rebuild whose dialog is open; none for all. Undefined: it is closed. */
  readonly starting: readonly string[] | undefined;
  readonly onStarting: (names: readonly string[] | undefined) => void;
}

export function Rebuilding({ names, mayStart, starting, onStarting }: RebuildingProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const named = useSearch({ from: '/_inside/projections' }).task;
  const mayRebuild = hasRole(useSession(), 'admin');
  const { list, id, task } = useShownTask('rebuild', named);
  const [decision, setDecision] = useState<Decision>();

  const changed = (text: string) => {
    setDecision(undefined);
    onStarting(undefined);
    announce(text);
    void queryClient.invalidateQueries({ queryKey: tasksKey });
  };
  const found = task ? comparison.safeParse(task.result).data : undefined;
  const isDecidable = mayRebuild && task?.finished_at === null && task.wanted === null;

  return (
    <Region
      title="Rebuild"
      className={styles.region}
      aside={
        mayStart ? (
          <Button variant="secondary" onClick={() => onStarting([])}>
            <Hammer aria-hidden size={18} />
            Start a rebuild
          </Button>
        ) : null
      }
    >
      <p>
        New tables are filled from the journal beside the live ones and compared with them, row by row.
        Nothing that members see changes until somebody decides to swap. It works a quarter of the time, and
        less while members book, so that bookings do not wait.
      </p>
      <Loaded query={list}>
        {(tasks) => (
          <>
            {task ? (
              <TaskProgress task={task}>
                {found ? <TablesCompared found={found} /> : null}
                {isDecidable ? (
                  <Row gap={3}>
                    {task.state === 'ready' && found ? (
                      <Button onClick={() => setDecision('swap')}>Swap the tables</Button>
                    ) : null}
                    <Button variant="secondary" onClick={() => setDecision('cancel')}>
                      {task.state === 'ready' ? 'Discard the new tables' : 'Cancel the rebuild'}
                    </Button>
                  </Row>
                ) : null}
                {found ? <RowsThatDiffer found={found} /> : null}
              </TaskProgress>
            ) : (
              <p>Nobody has started a rebuild here in the last 90 days.</p>
            )}
            {tasks.length > 1 || (tasks.length === 1 && tasks[0]?.id !== id) ? (
              <PastTasks
                caption="Rebuilds of the last 90 days"
                to="/projections"
                tasks={tasks}
                shownId={id}
              />
            ) : null}
          </>
        )}
      </Loaded>
      {starting ? (
        <RebuildDialog
          names={names}
          chosen={starting}
          onStarted={() => {
            changed('The rebuild was started.');
            void navigate({ to: '/projections', search: {} });
          }}
          onClose={() => onStarting(undefined)}
        />
      ) : null}
      {decision && task ? (
        <DecisionDialog
          decision={decision}
          task={task}
          found={found}
          onDecided={() => changed('Done.')}
          onClose={() => setDecision(undefined)}
        />
      ) : null}
    </Region>
  );
}
