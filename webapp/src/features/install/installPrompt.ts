// The browser's own dialog to install the app. It announces by an event, once a page, that it has one: after the page has
// loaded, when it has fetched the manifest and its pictures. Who comes back has this code from the service worker by then.

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
