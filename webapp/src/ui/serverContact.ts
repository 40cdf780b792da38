// Whether the server could be reached at the last attempt. The browser reports on its own network only (`useOnline`).
import { createStore } from './store.ts';

const reached = createStore(true);

export function reportContact(succeeded: boolean): void {
  if (reached.get() !== succeeded) reached.set(succeeded);
}

export const isServerReached = reached.get;
export const subscribeToContact = reached.subscribe;
export const useServerReached = reached.useValue;
