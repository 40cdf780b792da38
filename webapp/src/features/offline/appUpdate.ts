// Registers the service worker and notices when a newer version of the app lies ready. It never takes over by
// itself: somebody may be in the middle of the wizard.

const CHECK_EVERY_MS = 60 * 60_000;
let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function isUpdateReady(): boolean {
  return waiting !== null;
}

function offer(worker: ServiceWorker): void {
  waiting = worker;
  for (const listener of listeners) listener();
}

export async function registerServiceWorker(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.register('/sw.js');
  // This page came from the network a moment ago: a worker that waits is of the same version, or older.
  registration.waiting?.postMessage('take-over');
  registration.addEventListener('updatefound', () => {
    const { installing, active } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && active) offer(installing);
    });
  });
  const check = () => void registration.update().catch(() => {});
  setInterval(check, CHECK_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check();
  });
}

/** Lets the new version take over, and loads this page afresh with it. */
export function renew(reload: () => void = () => window.location.reload()): void {
  if (!waiting) return;
  waiting.addEventListener('statechange', () => {
    if (waiting?.state === 'activated') reload();
  });
  // A worker, unlike a window, has no origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  waiting.postMessage('take-over');
}
