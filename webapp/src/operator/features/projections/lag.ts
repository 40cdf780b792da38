// The state and the lag of a projection in words.
import { duration } from '../tasks/texts.ts';
import type { Projection } from './schemas.ts';

export const isRunning = ({ state }: Projection) => state === 'running';

export function lagText({ lag_events, lag_seconds }: Projection): string {
  if (lag_events === 0) return 'none';
  const events = `${lag_events} ${lag_events === 1 ? 'event' : 'events'}`;
  return lag_seconds === null ? events : `${events}, ${duration(lag_seconds)}`;
}
