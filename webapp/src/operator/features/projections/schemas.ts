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
});
export type Projection = z.infer<typeof projection>;

export const projections = z.object({ head: z.number(), projections: z.array(projection) });
export type Projections = z.infer<typeof projections>;
