// Whether the server could be reached at the last attempt. The browser reports on its own network only (`useOnline`).
import { useSyncExternalStore } from 'react';

let reached = true;
const listeners = new Set<() => void>();

export function reportContact(succeeded: boolean): void {
  if (reached === succeeded) return;
  reached = succeeded;
  for (const listener of listeners) listener();
}

export function isServerReached(): boolean {
  return reached;
}

export function subscribeToContact(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useServerReached(): boolean {
  return useSyncExternalStore(subscribeToContact, isServerReached);
}
