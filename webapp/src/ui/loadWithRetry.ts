// Loads code on demand, and again after a failure: a network that was away for a moment, or a server that was being
// replaced, must not cost a part of the app until the next reload.

declare global {
  /** The end of every import's address: see `scripts/retry-imports.ts`. */
  // oxlint-disable-next-line no-var
  var $retry: string;
}

self.$retry = '';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** A screen that is waited for: attempts soon after each other, within four seconds, and then its failure. */
export const loadScreen = <Code>(load: () => Promise<Code>) => loadWithRetry(load, undefined, 250, 5);

/** Settles only when the code is loaded, or has failed so often: pauses grow, and end when the browser reports a network. */
export async function loadWithRetry<Code>(
  load: () => Promise<Code>,
  onFailure: () => void = () => {},
  firstPause = FIRST_PAUSE_MS,
  attempts = Infinity,
): Promise<Code> {
  let attempt = 1;
  for (let pause = firstPause; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      // oxlint-disable-next-line no-await-in-loop
      return await load();
    } catch (error) {
      onFailure();
      if (attempt === attempts) throw error;
      attempt += 1;
      // oxlint-disable-next-line no-await-in-loop
      await pauseOrNetwork(pause);
      reloadStyleSheets();
      self.$retry += '?';
    }
  }
}

function pauseOrNetwork(pause: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, pause);
    window.addEventListener('online', end);
    function end() {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    }
  });
}

/** Vite requests the style sheet of a chunk once, so after a failure the chunk would be shown without its styles. */
function reloadStyleSheets(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][href]')) {
    if (!link.sheet) link.replaceWith(link.cloneNode());
  }
}
