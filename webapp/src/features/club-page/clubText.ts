// The words of a club's page.
import { listOf } from '@/ui';

const weekdays: Readonly<Record<string, string>> = {
  monday: 'maandag',
  tuesday: 'dinsdag',
  wednesday: 'woensdag',
  thursday: 'donderdag',
  friday: 'vrijdag',
  saturday: 'zaterdag',
  sunday: 'zondag',
};

/** `elke dag behalve maandag en dinsdag` */
export function openingDays(closedWeekdays: readonly string[]): string {
  const closed = closedWeekdays.map((day) => weekdays[day]).filter((day) => day !== undefined);
  return closed.length === 0 ? 'elke dag' : `elke dag behalve ${listOf(closed)}`;
}

/** The data set may leave out the protocol; another one than the web's is no address of a site. */
export function websiteAddress(website: string): string {
  return /^https?:\/\//.test(website) ? website : `https://${website}`;
}

/** `golfclub.example` */
export function websiteName(website: string): string {
  return website.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
}

/** Opens the device's map app where there is one, else the web page. */
export function routeTo(lat: number, lon: number): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${lat},${lon}`;
}
