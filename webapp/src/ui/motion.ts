// Whether the member asked for less motion. Waits that exist only to show motion are skipped then.
const query = '(prefers-reduced-motion: reduce)';

export function prefersReducedMotion(): boolean {
  return window.matchMedia?.(query).matches ?? false;
}
