// A task: its state, how far it is, who asked for it, and why it failed.
import type { ReactNode } from 'react';
import { Alert, Badge, Card, Row, Stack, ProgressBar } from '@/ui';
import type { TaskEntry } from '../../api/generated/TaskEntry.ts';
import { Instant, WithCode } from '../../ui/index.ts';
import { progressText, situation, stateTexts, stateTones, what } from './texts.ts';

interface TaskProgressProps {
  readonly task: TaskEntry;
  /** The decisions that can be made. */
  readonly children?: ReactNode;
}

export function TaskProgress({ task, children }: TaskProgressProps) {
  const now = situation(task);
  const isMeasured = task.state === 'running' && task.total > 0;
  return (
    <Card gap={3}>
      <Row gap={2} align="center" between>
        <p>
          <strong>{what(task)}</strong>
        </p>
        {/* A change of state is read aloud, the numbers are not. */}
        <span role="status">
          <Badge tone={stateTones[task.state]}>{stateTexts[task.state]}</Badge>
        </span>
      </Row>
      <p className="soft breaks">
        {task.operator} asked on <Instant at={task.asked_at} />
        <span>: {task.reason}</span>
        {task.finished_at === null ? null : (
          <span>
            . Ended on <Instant at={task.finished_at} />
          </span>
        )}
      </p>
      {now === null ? null : <p>{now}</p>}
      {isMeasured ? (
        <Stack gap={2}>
          <ProgressBar label={task.step} used={task.done} max={task.total} />
          <p className="numbers">{progressText(task)}</p>
        </Stack>
      ) : null}
      {task.error === null ? null : (
        <Alert>
          <p>
            <WithCode text={task.error} />
          </p>
        </Alert>
      )}
      {children}
    </Card>
  );
}
