// The state and the progress of a task in words.
import type { TaskEntry } from '../../api/generated/TaskEntry.ts';
import type { TaskState } from '../../api/generated/TaskState.ts';
import { tableName } from '../../ui/index.ts';

export const stateTexts: Readonly<Record<TaskState, string>> = {
  waiting: 'waiting',
  running: 'running',
  ready: 'waits for your decision',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};

export const stateTones: Readonly<Record<TaskState, 'green' | 'sand' | 'danger'>> = {
  waiting: 'sand',
  running: 'sand',
  ready: 'sand',
  done: 'green',
  failed: 'danger',
  cancelled: 'sand',
};

/** A process that said nothing for so long is replaced after half a minute. */
const SILENT_SECONDS = 10;

/** `3 s`, `2 min 5 s`, `1 h 12 min`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return parts(Math.floor(whole / 60), 'min', whole % 60, 's');
  return parts(Math.floor(whole / 3600), 'h', Math.floor((whole % 3600) / 60), 'min');
}

function parts(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** The task's present step, or the reason that it waits; null where it neither waits nor runs. */
export function situation(task: TaskEntry): string | null {
  if (task.wanted === 'cancel') return 'It was cancelled and ends in a moment.';
  if (task.state === 'waiting') return 'No process that projects has taken it yet; it begins in a moment.';
  if (task.state !== 'running') return null;
  const isSilent = (task.silent_seconds ?? 0) > SILENT_SECONDS;
  if (isSilent) return 'Its process does not answer. Another one continues after half a minute.';
  return task.step === '' ? 'It begins.' : `${task.step.charAt(0).toUpperCase()}${task.step.slice(1)}.`;
}

/** `1200 of 4800, 300 per second, 12 s left`. */
export function progressText({ done, total, rate, seconds_left }: TaskEntry): string {
  const rateText = rate === null ? null : `${rate < 10 ? rate.toFixed(1) : Math.round(rate)} per second`;
  const left = seconds_left === null ? null : `${duration(seconds_left)} left`;
  return [`${done} of ${total}`, rateText, left].filter((part) => part !== null).join(', ');
}

export function what({ kind, arguments: { projections, dry_run, heads } }: TaskEntry): string {
  if (kind === 'verify') return heads.length === 0 ? 'everything' : `everything, with ${heads.length} heads`;
  const names = projections.length === 0 ? 'all projections' : projections.map(tableName).join(', ');
  return dry_run ? `${names}, dry run` : names;
}
