// Registers the service worker and detects when a newer version of the app is ready. It is never activated without
// the member's consent: they may be in the middle of the wizard.

const CHECK_EVERY_MS = 60 * 60_000;
let waitingWorker: ServiceWorker | null = null;
const listeners = new Set<() => void>();

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function isUpdateReady(): boolean {
  return waitingWorker !== null;
}

function announceUpdate(worker: ServiceWorker): void {
  waitingWorker = worker;
  for (const listener of listeners) listener();
}

export async function registerServiceWorker(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.register('/sw.js');
  // This page was just loaded from the network: a waiting worker has the same version, or an older one.
  registration.waiting?.postMessage('take-over');
  registration.addEventListener('updatefound', () => {
    const { installing, active } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && active) announceUpdate(installing);
    });
  });
  const check = () => void registration.update().catch(() => {});
  setInterval(check, CHECK_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check();
  });
}

/** Activates the new version and reloads this page. */
export function activateUpdate(reload: () => void = () => window.location.reload()): void {
  if (!waitingWorker) return;
  waitingWorker.addEventListener('statechange', () => {
    if (waitingWorker?.state === 'activated') reload();
  });
  // A worker, unlike a window, has no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  waitingWorker.postMessage('take-over');
}
