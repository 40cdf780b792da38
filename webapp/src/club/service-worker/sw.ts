// The service worker of the clubs' screens: with it they open without a network. The build prepends the list of files.
import {
  CLUBS,
  install,
  removeOldVersions,
  respondWithFile,
  respondWithPage,
  strategyFor,
  type Build,
} from '@/service-worker/strategy.ts';

// The parts of the worker's global scope that are used; TypeScript's types for it cannot be combined with the DOM's.
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Events {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: MessageEvent<unknown>;
}
interface Worker {
  readonly FAIRWAY_BUILD: Build;
  readonly location: Location;
  readonly caches: CacheStorage;
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
}

const worker = globalThis as unknown as Worker;
const build = worker.FAIRWAY_BUILD;
const environment = {
  app: CLUBS,
  origin: worker.location.origin,
  caches: worker.caches,
  fetch: (request: Request) => fetch(request),
};

worker.addEventListener('install', (event) => event.waitUntil(install(build, environment)));

worker.addEventListener('activate', (event) => event.waitUntil(removeOldVersions(build, environment)));

worker.addEventListener('message', ({ data, ports }) => {
  if (data === 'build') ports[0]?.postMessage(build.version);
  // Sent when somebody presses `vernieuwen`, or by a page of this same build.
  if (data === 'take-over') void worker.skipWaiting();
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  switch (strategyFor(request, environment)) {
    case 'page':
      event.respondWith(respondWithPage(fetch(request), build, environment));
      return;
    case 'file':
      event.respondWith(respondWithFile(request, environment));
      return;
    case 'pass':
  }
});
