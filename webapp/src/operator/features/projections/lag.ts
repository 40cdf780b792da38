// The state and the lag of a projection in words.
import type { WatchedProjection } from '../../api/generated/WatchedProjection.ts';
import { duration } from '../tasks/texts.ts';

export const isRunning = ({ state }: WatchedProjection) => state === 'running';

export function lagText({ lag_events, lag_seconds }: WatchedProjection): string {
  if (lag_events === 0) return 'none';
  const events = `${lag_events} ${lag_events === 1 ? 'event' : 'events'}`;
  return typeof lag_seconds === 'number' ? `${events}, ${duration(lag_seconds)}` : events;
}
