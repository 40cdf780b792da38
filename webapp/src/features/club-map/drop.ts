// The markers' entrance: nothing for a while, then one after the other, north first, like balls on a green.
import { prefersReducedMotion } from '@/ui/motion.ts';

const START_MS = 500;
const STAGGER_MS = 40;

/** How long the map waits before it draws, so that the step has finished arriving. */
export function startDelay(): number {
  return prefersReducedMotion() ? 0 : START_MS;
}

/** When a marker falls, counted from the start. */
export function dropDelay(index: number): number {
  return prefersReducedMotion() ? 0 : index * STAGGER_MS;
}

/** From north to south: that is also the order in which Tab visits them. */
export function northFirst<Placed extends { readonly lat: number }>(
  clubs: readonly Placed[],
): readonly Placed[] {
  return clubs.toSorted((a, b) => b.lat - a.lat);
}
