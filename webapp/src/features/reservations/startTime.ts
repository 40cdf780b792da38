// The start time that a group agrees with the club, and how the club is reached for it.
import type { Reservation } from '@/api/generated/Reservation.ts';

type Club = Reservation['golfclub'];

/** What clubs write where one starts without an appointment. */
const WITHOUT_TIME = /(zonder|geen) (vaste )?starttijd|vrij starten/i;

/** Whether there is still a time to agree. A server of before has no booking number and no start times. */
export function lacksStartTime({ booking_number, start_time, golfclub }: Reservation): boolean {
  const texts = `${golfclub.starttime_description} ${golfclub.reservation_description}`;
  return booking_number !== '' && start_time === null && !WITHOUT_TIME.test(texts);
}

/** Of the button about a round's start time: each other one that comes in its place has the same. */
export const startTimeId = ({ reservation_id }: Reservation) => `starttijd-${reservation_id}`;

/** `10:40, afgesproken door Pieter` */
export function startTimeText({ start_time, start_time_by }: Reservation): string {
  return `${start_time}${start_time_by ? `, afgesproken door ${start_time_by}` : ''}`;
}

/** The address of a call: the club's number, else the first one in its text. */
export function callAddress({ telephone, reservation_description }: Club): string | undefined {
  if (telephone) return `tel:${telephone.replaceAll(/[^\d+]/g, '')}`;
  return linkIn(reservation_description, 'tel');
}

/** `mailto:info@example.nl`, or `tel:+31330002710` */
export function linkIn(html: string, scheme: 'mailto' | 'tel'): string | undefined {
  return new RegExp(`href="(${scheme}:[^"?]+)`).exec(html)?.[1];
}
