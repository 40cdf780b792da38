// The findings of a rebuild: the result of its task, whose form the API's description leaves open.
import * as z from 'zod/mini';

const row = z.nullable(z.record(z.string(), z.unknown()));
const difference = z.object({ key: z.string(), live: row, rebuilt: row });
export type Difference = z.infer<typeof difference>;

const comparedTable = z.object({
  table: z.string(),
  live_rows: z.number(),
  rebuilt_rows: z.number(),
  differences: z.number(),
  examples: z.array(difference),
});
export type ComparedTable = z.infer<typeof comparedTable>;

export const comparison = z.object({
  position: z.number(),
  continued_after: z.nullable(z.number()),
  stopped: z.nullable(z.string()),
  not_compared: z.array(z.string()),
  tables: z.array(comparedTable),
  swapped: z.optional(z.object({ position: z.number(), old: z.string(), tries: z.number() })),
});
export type Comparison = z.infer<typeof comparison>;
