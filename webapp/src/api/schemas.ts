// Schemas that more than one feature uses. A feature's own schemas are in its folder.
import * as z from 'zod/mini';

/** Absent and null become the empty text: the server omits fields without a value. */
export const text = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform((value: string | null | undefined) => value ?? ''),
);

const month = z.object({ max_holes: z.number() });

export const playrights = z.object({
  reservable: z.boolean(),
  reason: text,
  this_month: month,
  next_month: month,
});

/** A member who can be in a round, with their play rights. */
export const player = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string(),
  prefix: text,
  last_name: z.string(),
  playrights,
});
export type Player = z.infer<typeof player>;

/** A response of which only the success matters, which its status says already. */
export const acknowledgement = z.catch(z.object({ success: z.optional(z.boolean()) }), {});
