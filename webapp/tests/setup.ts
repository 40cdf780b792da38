// For every component test: the matchers, a clean page, and the browser functions that are missing in jsdom.
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A screen's code is loaded on demand, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 5_000 });

HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
};
Element.prototype.scrollIntoView ??= () => {};
document.ariaNotify ??= () => {};
window.scrollTo = () => {};
// Reduced motion: delays for an animation are skipped.
const reducedMotion = (query: string) =>
  ({
    matches: query.includes('reduced-motion'),
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }) as never;
window.matchMedia = reducedMotion;

afterEach(() => {
  cleanup();
  window.matchMedia = reducedMotion;
  localStorage.clear();
  sessionStorage.clear();
  // The session store reads local storage again, as it does when another tab changed it.
  window.dispatchEvent(new StorageEvent('storage'));
});
