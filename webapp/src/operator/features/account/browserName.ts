// A browser as its user knows it, from the User-Agent header that it sent: "Firefox 151 on Windows". A header that names
// no browser is shown as it is.
import { parse } from 'bowser';

export function browserName(userAgent: string): string {
  if (userAgent === '') return 'unknown browser';
  const { browser, os } = parse(userAgent);
  if (!browser.name) return userAgent;
  const version = browser.version?.split('.')[0] ?? '';
  const name = [browser.name, version].filter(Boolean).join(' ');
  return os.name ? `${name} on ${os.name}` : name;
}
