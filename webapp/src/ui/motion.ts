// Whether the member asked for less motion. Delays for an animation are skipped then.
const query = '(prefers-reduced-motion: reduce)';

export function prefersReducedMotion(): boolean {
  return window.matchMedia?.(query).matches ?? false;
}
