// How the service worker handles a request. It responds only to requests for the app's page and its hashed files;
// the browser handles the API, vouchers and every other page of the server.

export interface Build {
  /** Changes with any file of the app. */
  readonly version: string;
  readonly files: readonly string[];
}

export interface Environment {
  readonly origin: string;
  readonly caches: CacheStorage;
  readonly fetch: (request: Request) => Promise<Response>;
}

const PREFIX = 'fairway-';
/** The page of the app, the same for each of its addresses. */
export const SHELL = '/';
/** This version and the one before: a tab that still runs the older one continues to work. */
const RETAINED_VERSIONS = 2;
/** After this time without a response, the network is treated as unavailable. */
const MAX_WAIT_MS = 4_000;

/** Pages of the server, the operators' screens, and files: a voucher is a PDF under `/api/vouchers/`, buying one is a screen of the app. */
const NOT_THE_APP = /^\/(api|operator|sandbox|dev|healthz|readyz|metrics)(\/|$)|\.[a-z0-9]+$/i;

export type Strategy = 'page' | 'file' | 'pass';

export function strategyFor(request: Pick<Request, 'method' | 'mode' | 'url'>, origin: string): Strategy {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return 'pass';
  if (url.pathname.startsWith('/assets/')) return 'file';
  return request.mode === 'navigate' && !NOT_THE_APP.test(url.pathname) ? 'page' : 'pass';
}

export async function install({ version, files }: Build, { caches, origin }: Environment): Promise<void> {
  const cache = await caches.open(PREFIX + version);
  const noCache: RequestInit = { cache: 'reload' };
  await cache.addAll(files.map((path) => new Request(origin + path, path === SHELL ? noCache : {})));
}

export async function removeOldVersions({ version }: Build, { caches }: Environment): Promise<void> {
  // In the order of their creation.
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + version);
  const old = others.slice(0, Math.max(0, others.length - (RETAINED_VERSIONS - 1)));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The page from the server; the installed one when the server does not respond or fails. */
export async function respondWithPage(
  networkResponse: Promise<Response>,
  { version }: Build,
  { caches, origin }: Environment,
): Promise<Response> {
  const timeout = new Promise<undefined>((resolve) => void setTimeout(resolve, MAX_WAIT_MS));
  const response = await Promise.race([networkResponse.catch(() => undefined), timeout]);
  if (response && response.status < 500) return response;
  const cache = await caches.open(PREFIX + version);
  return (await cache.match(origin + SHELL)) ?? networkResponse;
}

/** A hashed file never changes, so a copy of any version is correct. */
export async function respondWithFile(request: Request, { caches, fetch }: Environment): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
