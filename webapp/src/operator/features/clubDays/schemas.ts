// What the server answers about the days of a club, and whom a change of one meets.
import * as z from 'zod/mini';

const closed = z.object({
  /** The notice that members read, in Dutch. */
  reason: z.string(),
  /** By an operator for this day, by a closure of the club, or on this weekday. */
  by: z.enum(['day', 'closure', 'weekday']),
});

const day = z.object({
  date: z.string(),
  claimed: z.number(),
  closed: z.nullable(closed),
  /** In force on that day; null where the club has no limit. */
  capacity: z.nullable(z.number()),
  /** Whether an operator changed the capacity for that day. */
  limited: z.boolean(),
});
export type Day = z.infer<typeof day>;

export const clubDays = z.object({
  club: z.object({ id: z.string(), name: z.string(), daily_capacity: z.nullable(z.number()) }),
  days: z.array(day),
});
export type ClubDays = z.infer<typeof clubDays>;

const metRound = z.object({
  booking_id: z.string(),
  booked_at: z.string(),
  holes: z.number(),
  players: z.array(z.object({ member_id: z.string(), name: z.string() })),
});
export type MetRound = z.infer<typeof metRound>;

export const preview = z.object({
  claimed: z.number(),
  capacity: z.nullable(z.number()),
  /** Those that would be cancelled. */
  rounds: z.array(metRound),
  places: z.number(),
});
export type Preview = z.infer<typeof preview>;

/** What was cancelled. */
export const changed = z.object({ cancelled: z.number(), places: z.number() });
export type Changed = z.infer<typeof changed>;
