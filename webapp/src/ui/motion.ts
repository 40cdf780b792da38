// Whether the system setting asks for less motion. If so, delays for animations are skipped.
const query = '(prefers-reduced-motion: reduce)';

export function prefersReducedMotion(): boolean {
  return window.matchMedia?.(query).matches ?? false;
}
