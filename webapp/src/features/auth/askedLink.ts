// What this device was given when it asked for a link: with it, the code of the mail logs in here. In local storage, since
// whoever reads the mail leaves the app, which a phone may end meanwhile.

const KEY = 'fairway:login-link';
/** As long as the code works. */
const MINUTES = 15;

export function rememberAskedLink(request: string, now = Date.now()): void {
  localStorage.setItem(KEY, JSON.stringify({ request, until: now + MINUTES * 60_000 }));
}

/** What was given, while a code may still work. */
export function askedLink(now = Date.now()): string | undefined {
  try {
    const { request, until } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    return typeof request === 'string' && typeof until === 'number' && now < until ? request : undefined;
  } catch {
    return undefined;
  }
}

export function forgetAskedLink(): void {
  localStorage.removeItem(KEY);
}
