// The address to open after a log-in. Only a path of this portal: a link must never redirect to another site.

const FALLBACK = '/reservations';

/** A local path with exactly one leading slash, or the list of reservations. */
export function safeRedirect(path: string | undefined): string {
  if (!path || !path.startsWith('/') || /^\/[/\\]/.test(path)) return FALLBACK;
  // URL parsers remove control characters, which could turn `/<tab>/evil` into `//evil`.
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\\]/.test(path)) return FALLBACK;
  if (path === '/auth' || path.startsWith('/auth/')) return FALLBACK;
  return path;
}
