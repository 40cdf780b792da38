// How a service worker handles a request. It responds only to requests for its app's page and its hashed files;
// the browser handles the API, vouchers and every other page of the server.

export interface Build {
  /** Changes with any file of the app. */
  readonly version: string;
  readonly files: readonly string[];
}

export interface App {
  /** The address of its page, the same for each of its screens; its files are below. */
  readonly base: string;
  /** Begins the names of its caches. No prefix may begin another one: an app removes the old ones of its own. */
  readonly prefix: string;
  /** Addresses below the base that are not screens of it. */
  readonly others: RegExp;
}

export interface Environment {
  readonly app: App;
  readonly origin: string;
  readonly caches: CacheStorage;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** This version and the one before: a tab that still runs the older one continues to work. */
const RETAINED_VERSIONS = 2;
/** After this time without a response, the network is treated as unavailable. */
const MAX_WAIT_MS = 4_000;

export const MEMBERS: App = {
  base: '/',
  prefix: 'fairway-',
  /** Pages of the server, the screens of operators and clubs, and files: a voucher is a PDF under `/api/vouchers/`, buying one is a screen of the app. */
  others: /^\/(api|club|operator|sandbox|dev|healthz|readyz|metrics)(\/|$)|\.[a-z0-9]+$/i,
};
export const CLUBS: App = { base: '/club/', prefix: 'club-', others: /^\/club\/api(\/|$)|\.[a-z0-9]+$/i };

export type Strategy = 'page' | 'file' | 'pass';

export function strategyFor(
  request: Pick<Request, 'method' | 'mode' | 'url'>,
  { app, origin }: Pick<Environment, 'app' | 'origin'>,
): Strategy {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return 'pass';
  if (url.pathname.startsWith(`${app.base}assets/`)) return 'file';
  const isScreen = url.pathname.startsWith(app.base) && !app.others.test(url.pathname);
  return request.mode === 'navigate' && isScreen ? 'page' : 'pass';
}

export async function install(
  { version, files }: Build,
  { app, caches, origin }: Environment,
): Promise<void> {
  const cache = await caches.open(app.prefix + version);
  const noCache: RequestInit = { cache: 'reload' };
  await cache.addAll(files.map((path) => new Request(origin + path, path === app.base ? noCache : {})));
}

export async function removeOldVersions({ version }: Build, { app, caches }: Environment): Promise<void> {
  // In the order of their creation.
  const { prefix } = app;
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== prefix + version);
  const old = others.slice(0, Math.max(0, others.length - (RETAINED_VERSIONS - 1)));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The page from the server; the installed one when the server does not respond or fails. */
export async function respondWithPage(
  networkResponse: Promise<Response>,
  { version }: Build,
  { app, caches, origin }: Environment,
): Promise<Response> {
  const timeout = new Promise<undefined>((resolve) => void setTimeout(resolve, MAX_WAIT_MS));
  const response = await Promise.race([networkResponse.catch(() => undefined), timeout]);
  if (response && response.status < 500) return response;
  const cache = await caches.open(app.prefix + version);
  return (await cache.match(origin + app.base)) ?? networkResponse;
}

/** A hashed file never changes, so a copy of any version is correct. */
export async function respondWithFile(request: Request, { caches, fetch }: Environment): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
