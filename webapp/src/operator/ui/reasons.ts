// The reason of an act as the server keeps it: `4711: rained out`, which is found by the number of its ticket. The last
// numbers are suggested again, in this tab only.
import type { FieldErrors } from '@/ui';
import { textOf } from './formText.ts';

/** The server's limit, of number and reason together. */
export const LONGEST_REASON = 200;
export const LONGEST_TICKET = 30;

const NO_REASON = 'Write why you do this: it is stored with the act.';
const TOO_LONG = `Write less: with the ticket number at most ${LONGEST_REASON} characters.`;
const NO_TICKET = 'Write the number alone: letters, digits and - / . # _, with a digit.';
const LIKE_TELEPHONE =
  'A number of 9 to 15 digits that begins with 0 is refused: it may be somebody’s telephone number.';

const KEY = 'fairway-operator:tickets';
const MOST = 5;

/** The sentence about a number that cannot be sent; undefined for one that can, and for none. */
export function ticketProblem(ticket: string): string | undefined {
  if (ticket === '') return undefined;
  const digits = ticket.replaceAll(/[-/.]/g, '');
  if (/^0\d{8,14}$/.test(digits)) return LIKE_TELEPHONE;
  // A name that was typed here must not stay on the device.
  return /^(?=.*\d)[\w#/.-]+$/.test(ticket) ? undefined : NO_TICKET;
}

export const composed = (ticket: string, reason: string) => (ticket ? `${ticket}: ${reason}` : reason);

/** The mistakes in the fields of a `ReasonField`, by their names. */
export function missingReason(data: FormData): FieldErrors {
  const [ticket, reason] = [textOf(data, 'ticket'), textOf(data, 'reason')];
  const wrong = ticketProblem(ticket);
  return {
    ...(reason ? {} : { reason: NO_REASON }),
    ...(composed(ticket, reason).length > LONGEST_REASON ? { reason: TOO_LONG } : {}),
    ...(wrong ? { ticket: wrong } : {}),
  };
}

/** What is sent; empty without a reason, which the server refuses. Suggests the number from now on. */
export function reasonOf(data: FormData): string {
  const [ticket, reason] = [textOf(data, 'ticket'), textOf(data, 'reason')];
  if (!reason) return '';
  if (ticket && !ticketProblem(ticket)) keepTicket(ticket);
  return composed(ticket, reason);
}

/** The last five, the latest first. */
export function lastTickets(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function keepTicket(ticket: string): void {
  const others = lastTickets().filter((other) => other !== ticket);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([ticket, ...others].slice(0, MOST)));
  } catch {
    // With a full storage it is not suggested.
  }
}
