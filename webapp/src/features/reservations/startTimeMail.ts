// The mail that asks a club for a start time. It opens in the member's own mail program, so that the answer comes to the
// member.
import type { Reservation } from '@/api/generated/Reservation.ts';
import { fullName, longDate } from '@/ui';
import { linkIn } from './startTime.ts';
import { isActive } from './status.ts';

/** With subject and text; undefined where the club's text names no address. */
export function mailAddress(reservation: Reservation): string | undefined {
  const { golfclub, booking_number, play_date, holes, players } = reservation;
  const address = linkIn(golfclub.reservation_description, 'mailto');
  if (!address) return undefined;
  const day = longDate(play_date);
  const names = players.filter(isActive).map(fullName);
  const text = [
    `Beste ${golfclub.name},`,
    '',
    `Graag spreken we een starttijd af voor onze ronde op ${day}.`,
    '',
    `Boekingsnummer: ${booking_number}`,
    `Holes: ${holes}`,
    `Spelers (${names.length}): ${names.join(', ')}`,
    '',
    'Met vriendelijke groet,',
    players.filter((player) => player.is_me).map(fullName)[0] ?? '',
  ].join('\r\n');
  const subject = `Starttijd ${day}, boekingsnummer ${booking_number}`;
  return `${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
}
