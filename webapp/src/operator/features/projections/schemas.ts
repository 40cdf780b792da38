// What the server answers about the projections: how far each one is, and the event that one stands still before.
import * as z from 'zod/mini';

const stoppedBefore = z.object({
  position: z.number(),
  stream: z.string(),
  sequence: z.number(),
  event: z.string(),
  payload: z.unknown(),
});
export type StoppedBefore = z.infer<typeof stoppedBefore>;

const projection = z.object({
  name: z.string(),
  state: z.string(),
  position: z.number(),
  lag_events: z.number(),
  lag_seconds: z.nullable(z.number()),
  last_error: z.nullable(z.string()),
  event: z.nullable(stoppedBefore),
  /** Mails and the seal have no tables that could be made anew. */
  can_be_rebuilt: z.boolean(),
});
export type Projection = z.infer<typeof projection>;

export const projections = z.object({ head: z.number(), projections: z.array(projection) });
export type Projections = z.infer<typeof projections>;

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

/** What a rebuild found. */
export const comparison = z.object({
  position: z.number(),
  continued_after: z.nullable(z.number()),
  stopped: z.nullable(z.string()),
  not_compared: z.array(z.string()),
  tables: z.array(comparedTable),
  swapped: z.optional(z.object({ position: z.number(), old: z.string(), tries: z.number() })),
});
export type Comparison = z.infer<typeof comparison>;
