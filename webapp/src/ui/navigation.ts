// Whether the member has navigated within the app since it was opened. On the very first screen the browser's own
// reading order applies and focus stays where it is; the router reports every later navigation here.
let navigated = false;

export function recordNavigation(): void {
  navigated = true;
}

export function hasNavigated(): boolean {
  return navigated;
}
