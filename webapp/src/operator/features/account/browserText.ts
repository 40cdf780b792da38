// How an operator reads a browser: "Firefox 151 on Windows". A header that names no browser is shown as it is.
import { browserName } from '@/ui';

export function browserText(userAgent: string): string {
  const browser = browserName(userAgent);
  if (!browser) return userAgent || 'unknown browser';
  const name = [browser.name, browser.version].filter(Boolean).join(' ');
  return browser.system ? `${name} on ${browser.system}` : name;
}
