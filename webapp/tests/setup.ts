// What every component test needs: the matchers, a clean page, and the parts of a browser that jsdom lacks.
import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
};
Element.prototype.scrollIntoView ??= () => {};
window.scrollTo = () => {};
// A member who wants no motion: waits that exist only to show it take no time here either.
const lessMotion = (query: string) =>
  ({
    matches: query.includes('reduced-motion'),
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }) as never;
window.matchMedia = lessMotion;

afterEach(() => {
  cleanup();
  window.matchMedia = lessMotion;
  localStorage.clear();
  sessionStorage.clear();
  // The session store reads local storage again, as it does when another tab changed it.
  window.dispatchEvent(new StorageEvent('storage'));
});
