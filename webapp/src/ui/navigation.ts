// Whether the member has navigated within the app since it was opened. On the first screen the focus stays
// where the browser puts it; the router reports every later navigation here.
let navigated = false;

export function recordNavigation(): void {
  navigated = true;
}

export function hasNavigated(): boolean {
  return navigated;
}
