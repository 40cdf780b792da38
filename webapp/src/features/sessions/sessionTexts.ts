// How a member reads a session: the device in words, and moments in Amsterdam.
import type { SessionRow } from '@/api/generated/SessionRow.ts';
import { dayAt } from '@/api/clock.ts';
import { browserName } from '@/ui';

const moment = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Amsterdam',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const hour = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Amsterdam',
  hour: '2-digit',
  minute: '2-digit',
});
const isoDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' });

/** `Chrome op Android`, without the version, which a member does not know. */
export function deviceName({ browser, is_support }: SessionRow): string {
  if (is_support) return 'Klantenservice';
  const found = browserName(browser);
  if (!found) return 'Onbekend apparaat';
  return found.system ? `${found.name} op ${found.system}` : found.name;
}

/** `20 november 2026 om 11:00` */
export const momentText = (instant: string): string => moment.format(Date.parse(instant));

/** The server knows the last use to the hour: `vandaag rond 11:00`, else the day. */
export function lastSeenText({ is_current, last_seen_at }: SessionRow): string {
  if (is_current) return 'nu in gebruik';
  const at = Date.parse(last_seen_at);
  if (isoDay.format(at) === dayAt(Date.now())) return `laatst gebruikt vandaag rond ${hour.format(at)}`;
  return `laatst gebruikt op ${momentText(last_seen_at).replace(/ om .*$/, '')}`;
}
