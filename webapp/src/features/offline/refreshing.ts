// Whether the screen waits for its data after an absence. Apart from `resume.ts`, which is loaded after the first screen.
import { useSyncExternalStore } from 'react';

export const REFRESHING = 'Gegevens worden bijgewerkt…';

let refreshing = false;
const listeners = new Set<() => void>();

export function isRefreshing(): boolean {
  return refreshing;
}

export function setRefreshing(value: boolean): void {
  refreshing = value;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useIsRefreshing(): boolean {
  return useSyncExternalStore(subscribe, isRefreshing);
}
