// When a scan was made. The server takes its age off the time at which it arrives, so that an arrival is right whatever
// the device's clock says; its day is the server's, as far as the device has heard it.
import { today } from '@/api/clock.ts';

export interface Moment {
  /** `YYYY-MM-DD`; never changes, however often the scan is sent. */
  readonly day: string;
  /** RFC 3339: what the device's clock said. */
  readonly scanned_at: string;
  /** Which life of the page it was, and milliseconds since it began, by the clock that nobody sets. */
  readonly origin: number;
  readonly steady: number;
}

/** A clock is set by minutes, or by days; a device sleeps for hours. */
const LONGEST_SLEEP_MS = 12 * 60 * 60_000;

export const thisMoment = (): Moment => ({
  day: today(),
  scanned_at: new Date().toISOString(),
  origin: performance.timeOrigin,
  steady: performance.now(),
});

/** Milliseconds since then. */
export function ageOf({ scanned_at, origin, steady }: Moment): number {
  const byDevice = Date.now() - Date.parse(scanned_at);
  if (origin !== performance.timeOrigin) return Math.max(0, byDevice);
  const bySteady = Math.max(0, performance.now() - steady);
  // On most systems the steady clock stands still while the device sleeps.
  return byDevice > bySteady && byDevice < LONGEST_SLEEP_MS ? byDevice : bySteady;
}
