// Shapes that more than one feature reads. A feature's own shapes live in its folder.
import * as z from 'zod/mini';

/** Absent and null become the empty text: the server leaves out what a member has not got. */
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

/** Somebody who can take part in a round, with what they may play. */
export const player = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string(),
  prefix: text,
  last_name: z.string(),
  playrights,
});
export type Player = z.infer<typeof player>;

/** An answer of which only the success counts. */
export const acknowledgement = z.object({ success: z.optional(z.boolean()) });
