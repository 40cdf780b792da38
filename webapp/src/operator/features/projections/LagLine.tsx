// The lag of a projection in the last hour, as a line: events above, seconds in words and in the same picture.
import { Stack } from '@/ui';
import { formatInstant } from '../../ui/index.ts';
import { duration } from '../tasks/texts.ts';
import styles from './LagLine.module.css';

export interface LagSamples {
  readonly at: readonly string[];
  readonly events: readonly (number | null)[];
  readonly seconds: readonly (number | null)[];
}

const [WIDTH, HEIGHT] = [240, 48];
const HOUR_MS = 3_600_000;

export function LagLine({ samples }: { readonly samples: LagSamples }) {
  const text = summary(samples);
  return (
    <Stack as="figure" gap={1}>
      <svg
        role="img"
        aria-label={`Lag in the last hour. ${text}`}
        viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
        preserveAspectRatio="none"
        className={styles.picture}
      >
        <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} className={styles.ground} />
        {lines(samples.at, samples.seconds).map((points) => (
          <polyline key={`seconds ${points}`} points={points} className={styles.seconds} />
        ))}
        {lines(samples.at, samples.events).map((points) => (
          <polyline key={`events ${points}`} points={points} className={styles.events} />
        ))}
      </svg>
      <figcaption className="soft small numbers">Last hour: {text}</figcaption>
    </Stack>
  );
}

/** The largest number, and when it was reached first. */
function largest({ at, events, seconds }: LagSamples) {
  const most = Math.max(0, ...events.map((value) => value ?? 0));
  const longest = Math.max(0, ...seconds.map((value) => value ?? 0));
  return { most, longest, at: at[events.indexOf(most)] ?? '' };
}

export function summary(samples: LagSamples): string {
  if (samples.at.length === 0) return 'not sampled yet.';
  const { most, longest, at } = largest(samples);
  if (most === 0) return 'never behind.';
  const time = /\d\d:\d\d/.exec(formatInstant(at))?.[0] ?? at;
  return `at most ${most} ${most === 1 ? 'event' : 'events'} (at ${time}) and ${duration(longest)}.`;
}

/** The points of a line for each stretch without a gap; the hour ends with the last sample. */
export function lines(at: readonly string[], values: readonly (number | null)[]): readonly string[] {
  const end = Date.parse(at.at(-1) ?? '');
  const top = Math.max(1, ...values.map((value) => value ?? 0));
  const stretches: string[][] = [];
  let isBroken = true;
  for (const [index, instant] of at.entries()) {
    const value = values[index] ?? null;
    const isLate = index > 0 && Date.parse(instant) - Date.parse(at[index - 1] ?? '') > 60_000;
    if (value !== null) {
      if (isBroken || isLate) stretches.push([]);
      const x = WIDTH * (1 - (end - Date.parse(instant)) / HOUR_MS);
      const y = HEIGHT * (1 - value / top);
      stretches.at(-1)?.push(`${x.toFixed(1)},${y.toFixed(1)}`);
    }
    isBroken = value === null;
  }
  // A point alone would not be drawn.
  return stretches.map((points) => (points.length === 1 ? [...points, ...points] : points).join(' '));
}
