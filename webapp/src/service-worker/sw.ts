// The service worker: with it the app opens without a network, and shows news while it is closed. The build prepends the list of files.
import { open, renew, show, type Windows } from './push.ts';
import {
  install,
  MEMBERS,
  removeOldVersions,
  respondWithFile,
  respondWithPage,
  strategyFor,
  type Build,
} from './strategy.ts';

// The parts of the worker's global scope that are used; TypeScript's types for it cannot be combined with the DOM's.
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
interface PushEvent extends ExtendableEvent {
  readonly data: { text(): string } | null;
}
interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification;
}
interface PushSubscriptionChangeEvent extends ExtendableEvent {
  readonly oldSubscription?: PushSubscription | null;
}
interface Events {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: MessageEvent<unknown>;
  push: PushEvent;
  notificationclick: NotificationEvent;
  pushsubscriptionchange: PushSubscriptionChangeEvent;
}
interface Worker {
  readonly FAIRWAY_BUILD: Build;
  readonly registration: ServiceWorkerRegistration;
  readonly location: Location;
  readonly caches: CacheStorage;
  readonly clients: Windows;
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
}

const worker = globalThis as unknown as Worker;
const build = worker.FAIRWAY_BUILD;
const environment = {
  app: MEMBERS,
  origin: worker.location.origin,
  caches: worker.caches,
  fetch: (request: Request) => fetch(request),
};

worker.addEventListener('install', (event) => event.waitUntil(install(build, environment)));

worker.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([
      removeOldVersions(build, environment),
      // The page is requested while the worker starts.
      worker.registration.navigationPreload?.enable(),
    ]),
  ),
);

worker.addEventListener('message', ({ data, ports }) => {
  if (data === 'build') ports[0]?.postMessage(build.version);
  // Sent when the member presses `vernieuwen`, or by a page of this same build.
  if (data === 'take-over') void worker.skipWaiting();
});

worker.addEventListener('push', (event) => event.waitUntil(show(worker.registration, event.data?.text())));

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(worker.clients, environment.origin, event.notification.data));
});

worker.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renew(worker.registration.pushManager, event.oldSubscription ?? null)),
);

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  switch (strategyFor(request, environment)) {
    case 'page': {
      const networkResponse = event.preloadResponse.then((preloaded) => preloaded ?? fetch(request));
      event.respondWith(respondWithPage(networkResponse, build, environment));
      return;
    }
    case 'file':
      event.respondWith(respondWithFile(request, environment));
      return;
    case 'pass':
  }
});
