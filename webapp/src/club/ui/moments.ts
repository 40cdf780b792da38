// Instants on Amsterdam's clock.
import { now } from '@/api/clock.ts';
import { longDate } from '@/ui';

const amsterdam = { timeZone: 'Europe/Amsterdam' } as const;
const isoDay = new Intl.DateTimeFormat('sv-SE', amsterdam);
const time = new Intl.DateTimeFormat('nl-NL', { ...amsterdam, hour: '2-digit', minute: '2-digit' });

/** `10:40` */
export const timeText = (instant: string): string => time.format(Date.parse(instant));

/** `vandaag om 10:40`, `zaterdag 28 november om 10:40` */
export function momentText(instant: string): string {
  const day = isoDay.format(Date.parse(instant));
  return `${day === isoDay.format(now()) ? 'vandaag' : longDate(day)} om ${timeText(instant)}`;
}
