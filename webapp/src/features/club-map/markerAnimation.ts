// The animation of the markers: after a delay, one after the other, from north to south.
import { prefersReducedMotion } from '@/ui';

const START_MS = 500;
const STAGGER_MS = 40;

/** Delay before the map is drawn, until the transition of the step has ended. */
export function startDelay(): number {
  return prefersReducedMotion() ? 0 : START_MS;
}

/** Delay of a marker's animation. */
export function dropDelay(index: number): number {
  return prefersReducedMotion() ? 0 : index * STAGGER_MS;
}

/** From north to south: that is also the order in which Tab visits them. */
export function northFirst<Located extends { readonly lat: number }>(
  clubs: readonly Located[],
): readonly Located[] {
  return clubs.toSorted((a, b) => b.lat - a.lat);
}
