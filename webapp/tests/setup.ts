// For every component test: the matchers, a clean page, and the browser functions that are missing in jsdom.
import '@testing-library/jest-dom/vitest';
import '../src/app/texts.ts';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

// A screen's code is loaded on demand, slowly on a slow machine: only a condition that never holds reaches this limit.
configure({ asyncUtilTimeout: 30_000 });

HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
};
// The editor's library asks where the cursor is.
Range.prototype.getClientRects ??= () => [] as never;
Range.prototype.getBoundingClientRect ??= () => new DOMRect();
Element.prototype.scrollIntoView ??= () => {};
// Leaflet draws with SVG only if this method exists when it is loaded.
SVGSVGElement.prototype.createSVGRect ??= () => new DOMRect();
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

// The files of one process share the page and the libraries. The app's modules are loaded anew for each file, and what
// they listen to on the window ends with their file: the session's store would follow the tests of another.
const { addEventListener } = window;
const listening: Parameters<typeof addEventListener>[] = [];
window.addEventListener = (...listener: Parameters<typeof addEventListener>) => {
  listening.push(listener);
  addEventListener.apply(window, listener);
};
afterAll(() => {
  window.addEventListener = addEventListener;
  for (const [type, listener, options] of listening) window.removeEventListener(type, listener, options);
  delete document.documentElement.dataset['theme'];
  vi.resetModules();
});
