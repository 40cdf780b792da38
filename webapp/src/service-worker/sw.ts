// The service worker: with it the app opens without a network. The build puts the list of files in front of it.
import { answerFor, file, install, page, removeOldVersions, type Build } from './strategy.ts';

// The few parts of the worker's world that are used; TypeScript's own description of it excludes the page's.
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends LifeEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
interface Events {
  install: LifeEvent;
  activate: LifeEvent;
  fetch: FetchEvent;
  message: MessageEvent<unknown>;
}
interface Worker {
  readonly FAIRWAY_BUILD: Build;
  readonly registration: ServiceWorkerRegistration;
  readonly location: Location;
  readonly caches: CacheStorage;
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
}

const worker = globalThis as unknown as Worker;
const build = worker.FAIRWAY_BUILD;
const surroundings = {
  origin: worker.location.origin,
  caches: worker.caches,
  fetch: (request: Request) => fetch(request),
};

worker.addEventListener('install', (event) => event.waitUntil(install(build, surroundings)));

worker.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([
      removeOldVersions(build, surroundings),
      // The page is asked for while the worker wakes up.
      worker.registration.navigationPreload?.enable(),
    ]),
  ),
);

// Only a member's press on `vernieuwen`, or a page that is already of this version, sends it.
worker.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void worker.skipWaiting();
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  switch (answerFor(request, surroundings.origin)) {
    case 'page': {
      const answer = event.preloadResponse.then((preloaded) => preloaded ?? fetch(request));
      event.respondWith(page(answer, build, surroundings));
      return;
    }
    case 'file':
      event.respondWith(file(request, surroundings));
      return;
    case 'pass':
  }
});
