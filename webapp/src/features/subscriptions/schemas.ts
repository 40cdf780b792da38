// Subscriptions, vouchers, offers, the federation registration, and the status of a purchase.
import * as z from 'zod/mini';
import { rows } from '@/api/rows.ts';
import { text } from '@/api/schemas.ts';

const subscription = z.object({
  id: z.string(),
  name: z.string(),
  startdate: z.string(),
  enddate: z.string(),
  paymentdate: text,
  /** Euros. */
  amount: z.nullable(z.number()),
  playrights: z.object({ max: z.number(), used: z.number() }),
});
export type Subscription = z.infer<typeof subscription>;

const offer = z.object({
  amount: z.number(),
  name: z.string(),
  url: z.string(),
  properties: z.array(z.string()),
});
export type Offer = z.infer<typeof offer>;

/** A voucher of either kind, given or bought. */
const voucher = z.object({
  id: z.string(),
  title: z.string(),
  /** The last day on which it is valid. */
  expires: z.string(),
  expired: z.boolean(),
  used: z.boolean(),
  used_when: text,
  holes: z.number(),
});
export type Voucher = z.infer<typeof voucher>;

/** `open`, `paid`, `failed`, `canceled` or `expired`. */
const orderStatus = z.optional(z.nullable(z.string()));

const subscriptions = z.object({
  current: z.optional(z.nullable(subscription)),
  upcoming: z.optional(z.nullable(subscription)),
  historic: rows(subscription),
  bonus: rows(voucher),
  extension_options: z.optional(
    z.nullable(z.object({ personal_offers: rows(offer), public_offers: rows(offer) })),
  ),
  federation_registration: z.optional(
    z.nullable(z.object({ year: z.number(), package: z.optional(z.nullable(z.string())) })),
  ),
  purchaseMessage: text,
  /** The status of the member's latest order of each product; absent or null without one. */
  purchaseStatus: z.optional(
    z.nullable(z.object({ freevoucher: orderStatus, federationregistration: orderStatus })),
  ),
});
export type Subscriptions = z.infer<typeof subscriptions>;

export const subscriptionsResponse = z.object({ data: subscriptions });

const ledgerEntry = z.object({
  /** The day on which it happened. */
  date: z.string(),
  kind: z.enum(['gebruikt', 'teruggegeven', 'vervallen']),
  golfclub: z.string(),
  holes: z.number(),
  play_date: z.string(),
  reservation_id: z.string(),
  /** Why, where it was neither the member nor the usual rule: Dutch; null or absent otherwise. */
  explanation: z.optional(z.nullable(z.string())),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

export const ledgerResponse = z.object({
  data: rows(ledgerEntry),
  /** What to send as `before` for the entries that follow; absent or null on the last page. */
  next: z.optional(z.nullable(z.string())),
});
