// What can be bought, the prices and the payment methods, all from the server.
import * as z from 'zod/mini';
import { rows } from '@/api/rows.ts';
import { text } from '@/api/schemas.ts';

const method = z.object({
  id: z.string(),
  name: z.string(),
  /** The method's logo: an address, or the SVG itself. */
  svg: text,
});
export type PaymentMethod = z.infer<typeof method>;

const issuer = z.object({ id: z.string(), name: z.string() });
export type Issuer = z.infer<typeof issuer>;

const optionalList = <Output, Input>(item: z.ZodMiniType<Output, Input>) =>
  z.pipe(
    z.optional(z.nullable(rows(item))),
    z.transform((items: Output[] | null | undefined) => items ?? []),
  );

const paymentOptions = z.object({
  allowPurchase: z.boolean(),
  methods: optionalList(method),
  issuers: optionalList(issuer),
  error: text,
  message: text,
  /** Why a payment would fail now, and what to do; empty when no problem is known. */
  paymentTrouble: text,
});
export type PaymentOptions = z.infer<typeof paymentOptions>;

export const voucherOffer = z.extend(paymentOptions, {
  availableVouchers: optionalList(
    z.object({
      holes: z.number(),
      /** Euros. */
      price: z.number(),
      formattedPrice: z.string(),
    }),
  ),
  maxBuyable: z.pipe(
    z.optional(z.nullable(z.number())),
    z.transform((maximum: number | null | undefined) => maximum ?? 0),
  ),
});
export type VoucherOffer = z.infer<typeof voucherOffer>;

export const federationOffer = z.extend(paymentOptions, {
  year: z.optional(z.nullable(z.number())),
  availablePackages: optionalList(
    z.object({ key: z.string(), description: z.string(), formattedPrice: z.string() }),
  ),
});
export type FederationOffer = z.infer<typeof federationOffer>;

export const paymentResponse = z.object({ paymentUrl: z.string() });
