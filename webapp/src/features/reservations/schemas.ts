// A booking as the lists show it, seen by one member.
import * as z from 'zod/mini';
import { rows } from '@/api/rows.ts';
import { text } from '@/api/schemas.ts';

export const CANCELLED = 'geannuleerd';

const player = z.object({
  first_name: z.string(),
  prefix: text,
  last_name: z.string(),
  email: z.string(),
  status: z.string(),
  /** A link to this player's voucher; a co-player's is there for the master only. */
  voucher_uri: z.optional(z.nullable(z.string())),
  /** The signed code of that voucher, under the same permission. */
  voucher_code: text,
  /** The player's own place in the booking. */
  reservation_id: z.string(),
  is_me: z.boolean(),
});

export const reservation = z.object({
  reservation_id: z.string(),
  play_date: z.string(),
  golfclub: z.object({
    id: z.string(),
    name: z.string(),
    city: text,
    street: text,
    postcode: text,
    starttime_description: text,
    reservation_description: text,
  }),
  holes: z.number(),
  status: z.optional(z.string()),
  voucher_uri: z.optional(z.nullable(z.string())),
  /** All vouchers of the group in one file, for its master. */
  group_voucher_uri: text,
  /** Shown instead of the link when there is no voucher. */
  voucher_msg: text,
  /** A signed link to the round as a calendar file; empty when there is none. */
  calendar_uri: text,
  is_group_master: z.boolean(),
  players: rows(player),
  free_slots: z.number(),
  playright_expired: z.boolean(),
  bonus_used: z.optional(z.nullable(z.object({ title: z.string() }))),
  /** Why the club cancelled the round; null or absent when it did not. */
  cancelled_by_club: z.optional(z.nullable(z.string())),
});

export const reservationAnswer = z.object({ data: reservation });
export const reservationList = z.object({ data: rows(reservation) });

export type Reservation = z.infer<typeof reservation>;
export type ReservationPlayer = z.infer<typeof player>;

export function isActive(person: ReservationPlayer): boolean {
  return person.status !== CANCELLED;
}
