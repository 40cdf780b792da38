// The address to open after a log-in, as the router counts it: without `/operator` or `/club`. A link must never lead elsewhere.

const START = '/';
/** Stands for the site's own: a path that leads elsewhere gets another origin. */
const ORIGIN = 'https://fairway.invalid';

export function safeReturn(path: string | undefined): string {
  // Resolved as the browser would, so that `//evil`, `/\evil` and control characters show what they really are.
  if (!path?.startsWith('/') || !URL.canParse(path, ORIGIN)) return START;
  const url = new URL(path, ORIGIN);
  if (url.origin !== ORIGIN || url.pathname.startsWith('//')) return START;
  if (/^\/(login|setup|pair)(\/|$)/.test(url.pathname)) return START;
  return url.pathname + url.search + url.hash;
}
