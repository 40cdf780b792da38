// A round as text for sharing, and the address of the route to it.
import type { Reservation } from '@/api/generated/Reservation.ts';
import { listOf, longDate } from '@/ui';
import { isActive } from './status.ts';

/** `zaterdag 28 november om 10:40` */
export function dayAndTime({ play_date, start_time }: Reservation): string {
  return `${longDate(play_date)}${start_time ? ` om ${start_time}` : ''}`;
}

/** `Golf bij De Zandhoeve (Ermelo) op zaterdag 28 november om 10:40, 18 holes. Spelers: Jan en Sanne.` */
export function shareText(reservation: Reservation): string {
  const { golfclub, holes, players, share_uri } = reservation;
  const place = golfclub.city ? ` (${golfclub.city})` : '';
  const names = listOf(players.filter(isActive).map((player) => player.first_name));
  const playersText = names ? ` Spelers: ${names}.` : '';
  return `Golf bij ${golfclub.name}${place} op ${dayAndTime(reservation)}, ${holes} holes.${playersText}${invitation(share_uri)}`;
}

/** The link for whoever is not in the round yet; none for one that is over, or from an older server. */
function invitation(path: string | null | undefined): string {
  return path ? ` Speel je ook? ${location.origin}${path}` : '';
}

/** Opens the device's map app where there is one, else the web page. */
export function routeAddress({ name, city }: Reservation['golfclub']): string {
  const destination = [name, city].filter(Boolean).join(', ');
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(destination)}`;
}
