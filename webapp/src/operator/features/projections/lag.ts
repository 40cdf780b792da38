// The state and the lag of a projection in words.
import type { Projection } from './schemas.ts';

export const isRunning = ({ state }: Projection) => state === 'running';

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

export function lagText({ lag_events, lag_seconds }: Projection): string {
  if (lag_events === 0) return 'none';
  const events = `${lag_events} ${lag_events === 1 ? 'event' : 'events'}`;
  return lag_seconds === null ? events : `${events}, ${duration(lag_seconds)}`;
}
