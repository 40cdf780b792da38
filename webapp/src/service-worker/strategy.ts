// What the service worker does with a request. It answers only for the app's page and its hashed files; it
// leaves the API, vouchers and every other page of the server to the browser.

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
/** This version and the one before: a tab that still runs that one keeps working. */
const KEPT_VERSIONS = 2;
/** A network that does not respond counts as none after this time. */
const MAX_WAIT_MS = 4_000;

const NOT_THE_APP = /^\/(api|vouchers?|sandbox|dev|healthz|readyz|metrics)(\/|$)|\.[a-z0-9]+$/i;

export type Answer = 'page' | 'file' | 'pass';

export function answerFor(request: Pick<Request, 'method' | 'mode' | 'url'>, origin: string): Answer {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return 'pass';
  if (url.pathname.startsWith('/assets/')) return 'file';
  return request.mode === 'navigate' && !NOT_THE_APP.test(url.pathname) ? 'page' : 'pass';
}

export async function install({ version, files }: Build, { caches, origin }: Environment): Promise<void> {
  const cache = await caches.open(PREFIX + version);
  const fresh: RequestInit = { cache: 'reload' };
  await cache.addAll(files.map((path) => new Request(origin + path, path === SHELL ? fresh : {})));
}

export async function removeOldVersions({ version }: Build, { caches }: Environment): Promise<void> {
  // In the order of their creation.
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + version);
  const old = others.slice(0, Math.max(0, others.length - (KEPT_VERSIONS - 1)));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The page from the server; the installed one when the server does not respond or fails. */
export async function page(
  answer: Promise<Response>,
  { version }: Build,
  { caches, origin }: Environment,
): Promise<Response> {
  const late = new Promise<undefined>((resolve) => void setTimeout(resolve, MAX_WAIT_MS));
  const fresh = await Promise.race([answer.catch(() => undefined), late]);
  if (fresh && fresh.status < 500) return fresh;
  const cache = await caches.open(PREFIX + version);
  return (await cache.match(origin + SHELL)) ?? answer;
}

/** A hashed file never changes: a copy of any version is right. */
export async function file(request: Request, { caches, fetch }: Environment): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
