// The browser's own dialog to install the app. It announces that it has one by an event, once and early: this is part
// of the first code that runs.

/** Not among TypeScript's types: only some browsers have it. */
export interface InstallPrompt extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let kept: InstallPrompt | undefined;
const listeners = new Set<() => void>();

export function keepInstallPrompt(event?: Event): void {
  // The app makes the offer when it suits, instead of the browser.
  event?.preventDefault();
  kept = event as InstallPrompt | undefined;
  for (const listener of listeners) listener();
}

export const installPrompt = (): InstallPrompt | undefined => kept;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
