// A browser as its user knows it, from the User-Agent header that it sent: Firefox 151 on Windows.
import { parse } from 'bowser';

export interface BrowserName {
  readonly name: string;
  /** The number before the first point; empty when there is none. */
  readonly version: string;
  /** Empty when the header names none. */
  readonly system: string;
}

/** Null when the header names no browser. */
export function browserName(userAgent: string): BrowserName | null {
  // The library refuses an empty text.
  if (userAgent === '') return null;
  const { browser, os } = parse(userAgent);
  if (!browser.name) return null;
  return { name: browser.name, version: browser.version?.split('.')[0] ?? '', system: os.name ?? '' };
}
