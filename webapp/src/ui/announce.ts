// Has a screen reader say what happened: by the browser's own call where there is one; elsewhere by the text of a live
// region, which must exist before its text comes.
import { createStore } from './store.ts';

declare global {
  interface Document {
    /** Not in every browser yet. */
    ariaNotify?(text: string): void;
  }
}

const region = createStore('');

export function announce(text: string): void {
  if (document.ariaNotify) {
    document.ariaNotify(text);
    return;
  }
  // The same text twice would be no change of the region.
  region.set(text === region.get() ? `${text}\u00a0` : text);
}

export const useAnnouncement = region.useValue;
