// Verifications: the one that runs or was last, with its findings, and those before it.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { announce, Button, Loaded, Region } from '@/ui';
import { ActDialog } from '../../ui/index.ts';
import { PastTasks } from '../tasks/PastTasks.tsx';
import { tasksKey } from '../tasks/queries.ts';
import { TaskProgress } from '../tasks/TaskProgress.tsx';
import { useShownTask } from '../tasks/useShownTask.ts';
import { cancelVerification } from './queries.ts';
import { ReportView } from './ReportView.tsx';
import { report } from './schemas.ts';
import { VerifyDialog } from './VerifyDialog.tsx';

export function Verifying() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const named = useSearch({ from: '/_inside/integrity' }).task;
  const { list, id, task, open: unfinished } = useShownTask('verify', named);
  const [open, setOpen] = useState<'start' | 'cancel'>();

  const changed = (text: string) => {
    setOpen(undefined);
    announce(text);
    void queryClient.invalidateQueries({ queryKey: tasksKey });
  };
  const found = task ? report.safeParse(task.result).data : undefined;

  return (
    <Region
      title="Verify"
      aside={
        unfinished ? null : (
          <Button variant="secondary" onClick={() => setOpen('start')}>
            <ShieldCheck aria-hidden size={18} />
            Verify now
          </Button>
        )
      }
    >
      <p>
        Checks the order of the journal, every rule over every stream, what two streams must say alike, the
        seal, and every row that members read against the events. It changes nothing, and works a quarter of
        the time, and less while members book, so that bookings do not wait.
      </p>
      <Loaded query={list}>
        {(tasks) => (
          <>
            {task ? (
              <TaskProgress task={task}>
                {found ? <ReportView report={found} /> : null}
                {task.finished_at === null && task.wanted === null ? (
                  <div>
                    <Button variant="secondary" onClick={() => setOpen('cancel')}>
                      Cancel the verification
                    </Button>
                  </div>
                ) : null}
              </TaskProgress>
            ) : (
              <p>Nobody has verified here in the last 90 days.</p>
            )}
            {tasks.length > 1 || (tasks.length === 1 && tasks[0]?.id !== id) ? (
              <PastTasks
                caption="Verifications of the last 90 days"
                to="/integrity"
                tasks={tasks}
                shownId={id}
              />
            ) : null}
          </>
        )}
      </Loaded>
      {open === 'start' ? (
        <VerifyDialog
          onStarted={() => {
            changed('The verification was started.');
            void navigate({ to: '/integrity', search: {} });
          }}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      {open === 'cancel' && task ? (
        <ActDialog
          title="Cancel the verification"
          explanation={<p>What it has found so far is not kept.</p>}
          confirmLabel="Cancel the verification"
          onConfirm={async (reason) => {
            await cancelVerification(task.id, reason);
            changed('The verification was cancelled.');
          }}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </Region>
  );
}
