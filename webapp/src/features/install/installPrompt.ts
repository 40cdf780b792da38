// The browser's own dialog to install the app. The browser announces it by an event, once a page: after the page has
// loaded, when it has fetched the manifest and its pictures. On a later visit the service worker has delivered this
// code by then.
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
