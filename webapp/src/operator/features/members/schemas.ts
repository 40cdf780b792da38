// What the server answers about one member and after an act on one.
import * as z from 'zod/mini';

const club = z.object({ id: z.string(), name: z.string() });
const right = z.enum(['pass', 'voucher']);

const person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  telephone: z.nullable(z.string()),
  city: z.nullable(z.string()),
  gsn: z.nullable(z.string()),
  member_number: z.optional(z.string()),
  disabled_at: z.nullable(z.string()),
  last_login_at: z.nullable(z.string()),
  passkeys: z.number(),
});
export type Person = z.infer<typeof person>;

const pass = z.object({
  id: z.string(),
  name: z.string(),
  startdate: z.string(),
  enddate: z.string(),
  max: z.number(),
  per_month: z.nullable(z.number()),
  max_holes: z.number(),
  used: z.number(),
  used_this_month: z.number(),
  amount_cents: z.number(),
});
export type Pass = z.infer<typeof pass>;

const voucher = z.object({
  id: z.string(),
  kind: z.enum(['bonus', 'free']),
  title: z.string(),
  holes: z.number(),
  /** The last day on which it is valid. */
  expires: z.string(),
  status: z.enum(['unused', 'used', 'forfeited', 'expired']),
  used_on: z.nullable(z.string()),
});
export type Voucher = z.infer<typeof voucher>;

const player = z.object({
  place_id: z.string(),
  member_id: z.string(),
  name: z.string(),
  is_master: z.boolean(),
  right,
});

const round = z.object({
  booking_id: z.string(),
  club,
  play_date: z.string(),
  holes: z.number(),
  is_today: z.boolean(),
  /** Whether the member is the round's master. */
  leads: z.boolean(),
  players: z.array(player),
});
export type Round = z.infer<typeof round>;

const forfeited = z.object({
  booking_id: z.string(),
  place_id: z.string(),
  club,
  play_date: z.string(),
  holes: z.number(),
  right,
  title: z.string(),
  forfeited_at: z.string(),
  /** Null where the journal has lost the event. */
  position: z.nullable(z.number()),
  /** What giving it back does not repair. */
  note: z.nullable(z.string()),
});
export type Forfeited = z.infer<typeof forfeited>;

const session = z.object({
  id: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  /** Of an operator who looks on. */
  is_impersonation: z.boolean(),
});
export type MemberSession = z.infer<typeof session>;

export const member = z.object({
  member: person,
  /** Of a server of the former release: none. */
  addresses: z.optional(
    z.object({
      former: z.array(z.object({ email: z.string(), left_at: z.string() })),
      /** Waits until the member confirms it. */
      waiting: z.nullable(z.object({ email: z.string(), expires_at: z.string() })),
    }),
  ),
  passes: z.array(pass),
  vouchers: z.array(voucher),
  /** From today on, with a place of the member's own. */
  rounds: z.array(round),
  /** Not given back yet, newest first. */
  forfeited: z.array(forfeited),
  sessions: z.array(session),
  /** What a voucher and a pass may be called, by the settings: it is stored for good. */
  grants: z.object({ voucher_titles: z.array(z.string()), pass_names: z.array(z.string()) }),
});
export type Member = z.infer<typeof member>;

export const granted = z.object({ vouchers: z.array(z.string()) });
export const cancelled = z.object({ cancelled: z.number() });
export const disabled = z.object({ rounds: z.number() });
export const link = z.object({ link: z.string() });
export const ended = z.object({ ended: z.number() });
export const removedPasskeys = z.object({ removed: z.number() });

export const erasure = z.object({
  rehearsed: z.boolean(),
  rows: z.array(z.object({ table: z.string(), count: z.number() })),
  mails: z.number(),
  files: z.number(),
  rounds: z.array(
    z.object({
      play_date: z.string(),
      club: z.string(),
      leads: z.boolean(),
      /** Co-players, who keep the round. */
      others: z.number(),
    }),
  ),
});
export type Erasure = z.infer<typeof erasure>;
