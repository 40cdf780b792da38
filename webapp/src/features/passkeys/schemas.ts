import * as z from 'zod/mini';

const passkeyRow = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.optional(z.nullable(z.string())),
});
export type PasskeyRow = z.infer<typeof passkeyRow>;

export const passkeysResponse = z.object({
  available: z.boolean(),
  password_needed: z.boolean(),
  has_password: z.boolean(),
  /** For the browser, as the W3C describes them; null where there are no passkeys. */
  accepted: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  data: z.array(passkeyRow),
});

const bytes = z.string().check(z.minLength(1));

export const creationChallenge = z.object({
  challenge: bytes,
  /** For the browser, as the W3C describes them. */
  options: z.record(z.string(), z.unknown()),
});
