// Whether something that the server sent could not be read, so that the screen can say once that it shows less.
import { useSyncExternalStore } from 'react';

let found = false;
const listeners = new Set<() => void>();

export function reportUnreadable(error: unknown): void {
  if (found) return;
  found = true;
  console.error('The server sent something that this version cannot read', error);
  // Not while a screen is being rendered.
  queueMicrotask(() => listeners.forEach((listener) => listener()));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useUnreadable(): boolean {
  return useSyncExternalStore(subscribe, () => found);
}
