// The state and the lag of a projection in words.
import { now } from '@/api/clock.ts';
import type { WatchedProjection } from '../../api/generated/WatchedProjection.ts';
import { duration } from '../tasks/texts.ts';

export const isRunning = ({ state }: WatchedProjection) => state === 'running';

export function lagText({ lag_events, lag_seconds }: WatchedProjection): string {
  if (lag_events === 0) return 'none';
  const events = `${lag_events} ${lag_events === 1 ? 'event' : 'events'}`;
  return typeof lag_seconds === 'number' ? `${events}, ${duration(lag_seconds)}` : events;
}

/** Since when events wait for it, to the second; `asked` is when the server said so, on this device's clock. */
export function sinceOf({ lag_events, lag_seconds }: WatchedProjection, asked: number): string | undefined {
  if (lag_events === 0 || typeof lag_seconds !== 'number') return undefined;
  const serverIsAhead = now() - Date.now();
  return new Date(Math.round((asked + serverIsAhead) / 1_000 - lag_seconds) * 1_000).toISOString();
}
