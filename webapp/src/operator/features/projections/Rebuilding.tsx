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

type Open = { readonly dialog: 'start' } | { readonly dialog: 'decide'; readonly decision: Decision };

export function Rebuilding({ names }: { readonly names: readonly string[] }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const named = useSearch({ from: '/_inside/projections' }).task;
  const mayRebuild = hasRole(useSession(), 'admin');
  const { list, id, task, open: unfinished } = useShownTask('rebuild', named);
  const [open, setOpen] = useState<Open>();

  const changed = (text: string) => {
    setOpen(undefined);
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
        mayRebuild && !unfinished ? (
          <Button variant="secondary" onClick={() => setOpen({ dialog: 'start' })}>
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
                      <Button onClick={() => setOpen({ dialog: 'decide', decision: 'swap' })}>
                        Swap the tables
                      </Button>
                    ) : null}
                    <Button
                      variant="secondary"
                      onClick={() => setOpen({ dialog: 'decide', decision: 'cancel' })}
                    >
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
      {open?.dialog === 'start' ? (
        <RebuildDialog
          names={names}
          onStarted={() => {
            changed('The rebuild was started.');
            void navigate({ to: '/projections', search: {} });
          }}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      {open?.dialog === 'decide' && task ? (
        <DecisionDialog
          decision={open.decision}
          task={task}
          found={found}
          onDecided={() => changed('Done.')}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </Region>
  );
}
