import * as z from 'zod/mini';

const pushDevice = z.object({
  id: z.string(),
  /** The SHA-256 of its address. */
  fingerprint: z.string(),
  browser: z.string(),
  shows_details: z.boolean(),
  /** Whether it ends with the session of this browser. */
  is_of_this_session: z.optional(z.boolean()),
  created_at: z.string(),
  last_used_at: z.optional(z.nullable(z.string())),
});
export type PushDevice = z.infer<typeof pushDevice>;

export const pushStateResponse = z.object({
  data: z.object({
    /** Null: the server cannot send at present. */
    public_key: z.optional(z.nullable(z.string())),
    devices: z.array(pushDevice),
  }),
});

export const subscribedResponse = z.object({ id: z.string() });
