// The browser's own dialog to install the app. It announces by an event, once a page, that it has one: after the page has
// loaded, when it has fetched the manifest and its pictures. Who comes back has this code from the service worker by then.
import { createStore } from '@/ui';

/** Not among TypeScript's types: only some browsers have it. */
export interface InstallPrompt extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

const kept = createStore<InstallPrompt | undefined>(undefined);

export function keepInstallPrompt(event?: Event): void {
  // The app makes the offer when it suits, instead of the browser.
  event?.preventDefault();
  kept.set(event as InstallPrompt | undefined);
}

export const useInstallPrompt = kept.useValue;
