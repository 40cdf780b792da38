// Registers the service worker and compares its build with the page's. The page is fetched from the network first, so
// it usually is the newer one: its own worker then takes over silently. Another build is offered, and never activated
// without the member's consent: they may be in the middle of the wizard.
import { createStore } from './store.ts';
import { pageBuild } from './build.ts';

const CHECK_EVERY_MS = 60 * 60_000;
const { get: newerWorker, set: offer, useValue } = createStore<ServiceWorker | null>(null);

export const useNewerWorker = useValue;
export const isUpdateReady = (): boolean => newerWorker() !== null;

function buildOf(worker: ServiceWorker): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => {
      port1.close();
      resolve(data);
    });
    port1.start();
    worker.postMessage('build', [port2]);
  });
}

function takeOver(worker: ServiceWorker): void {
  // A worker, unlike a window, has no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage('take-over');
}

async function compare(worker: ServiceWorker): Promise<void> {
  const build = await buildOf(worker);
  // A still newer worker replaced it meanwhile.
  if (worker.state === 'redundant') return;
  if (build !== pageBuild()) offer(worker);
  else if (worker.state === 'installed') takeOver(worker);
}

export async function registerServiceWorker(
  container: ServiceWorkerContainer,
  script = '/sw.js',
): Promise<void> {
  const registration = await container.register(script);
  // Older than this page, or of the same build.
  const firstActive = registration.active;
  const follow = (worker: ServiceWorker) =>
    worker.addEventListener('statechange', () => {
      if (worker.state === 'installed' && registration.active) void compare(worker);
      if (worker.state === 'redundant' && newerWorker() === worker) offer(null);
    });
  const compareAll = () => {
    // A worker that is being installed replaces the one that waits.
    if (registration.installing) return;
    // Another tab may have activated a worker while this one was suspended.
    for (const worker of [registration.waiting, registration.active]) {
      if (worker && worker !== firstActive && worker !== newerWorker()) void compare(worker);
    }
  };
  const followInstalling = () => {
    if (registration.installing) follow(registration.installing);
  };
  // The browser may have found it before this was loaded.
  followInstalling();
  registration.addEventListener('updatefound', followInstalling);
  container.addEventListener('controllerchange', compareAll);

  const check = () => registration.update().then(compareAll, compareAll);
  await check();
  setInterval(() => void check(), CHECK_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void check();
  });
}

/** Activates the new version, unless another tab did, and reloads this page. */
export function activateUpdate(reload: () => void = () => window.location.reload()): void {
  const worker = newerWorker();
  if (!worker) return;
  const isWaiting = () => worker.state === 'installed' || worker.state === 'activating';
  if (!isWaiting()) return reload();
  const reloadOnceActive = () => {
    if (isWaiting()) return;
    worker.removeEventListener('statechange', reloadOnceActive);
    reload();
  };
  worker.addEventListener('statechange', reloadOnceActive);
  takeOver(worker);
}
