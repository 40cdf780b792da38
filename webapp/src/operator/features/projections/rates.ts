// How many events a projection folds in a second, by its positions of the last minute: the server tells where it stands,
// and not how fast it is.
import { useState } from 'react';
import type { WatchedProjection } from '../../api/generated/WatchedProjection.ts';

const MINUTE_MS = 60_000;

export interface Sample {
  /** In milliseconds. */
  readonly at: number;
  readonly positions: Readonly<Record<string, number>>;
}

/** Undefined before the second sample. */
export function rateIn(samples: readonly Sample[], name: string): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  const [from, to] = [first?.positions[name], last?.positions[name]];
  if (!first || !last || first === last || from === undefined || to === undefined) return undefined;
  // After a restored backup it stands further back.
  return (Math.max(0, to - from) * 1_000) / (last.at - first.at);
}

export function rateText(rate: number | undefined): string {
  if (rate === undefined) return '–';
  return rate === 0 || rate >= 10 ? String(Math.round(rate)) : rate.toFixed(1);
}

/** `at` is when the projections were asked for. */
export function useRates(projections: readonly WatchedProjection[], at: number) {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  if (samples.at(-1)?.at !== at) {
    const positions = Object.fromEntries(projections.map(({ name, position }) => [name, position]));
    setSamples([...samples.filter((sample) => at - sample.at <= MINUTE_MS), { at, positions }]);
  }
  return (name: string) => rateIn(samples, name);
}
