// Shapes that more than one feature reads. A feature's own shapes live in its folder.
import * as z from 'zod/mini';

export const month = z.object({ max_holes: z.number() });

export const playrights = z.object({
  reservable: z.boolean(),
  reason: z.pipe(
    z.optional(z.nullable(z.string())),
    z.transform((reason: string | null | undefined) => reason ?? ''),
  ),
  this_month: month,
  next_month: month,
});

/** An answer of which only the success counts. */
export const acknowledgement = z.object({ success: z.optional(z.boolean()) });

/** Absent and null become the empty text: the server leaves out what a member has not got. */
export const text = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform((value: string | null | undefined) => value ?? ''),
);
