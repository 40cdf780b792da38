// The id that this device got when it asked for a link: with it, the code of the mail logs in here. In local storage,
// since the member leaves the app to read the mail, and a phone may end the app meanwhile.

const KEY = 'fairway:login-link';
/** As long as the code works. */
const MINUTES = 15;

export function rememberAskedLink(request: string, now = Date.now()): void {
  localStorage.setItem(KEY, JSON.stringify({ request, until: now + MINUTES * 60_000 }));
}

/** The id, while a code may still work. */
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
