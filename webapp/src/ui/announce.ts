// What a screen reader says when something happened. The browser's own call where there is one; elsewhere the text of a
// live region, which must exist before its text comes.
import { useSyncExternalStore } from 'react';

declare global {
  interface Document {
    /** Not in every browser yet. */
    ariaNotify?(text: string): void;
  }
}

let current = '';
const listeners = new Set<() => void>();

export function announce(text: string): void {
  if (document.ariaNotify) {
    document.ariaNotify(text);
    return;
  }
  // The same text twice would be no change of the region.
  current = text === current ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAnnouncement(): string {
  return useSyncExternalStore(subscribe, () => current);
}
