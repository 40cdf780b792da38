// What the server answers about rebuilds and verifications that operators started.
import * as z from 'zod/mini';

const state = z.enum(['waiting', 'running', 'ready', 'done', 'failed', 'cancelled']);
export type TaskState = z.infer<typeof state>;

const task = z.object({
  id: z.string(),
  kind: z.enum(['rebuild', 'verify']),
  state,
  wanted: z.nullable(z.enum(['swap', 'cancel'])),
  arguments: z.object({
    projections: z.array(z.string()),
    dry_run: z.boolean(),
    heads: z.array(z.string()),
  }),
  operator: z.string(),
  reason: z.string(),
  asked_at: z.string(),
  started_at: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
  silent_seconds: z.nullable(z.number()),
  step: z.string(),
  done: z.number(),
  total: z.number(),
  rate: z.nullable(z.number()),
  seconds_left: z.nullable(z.number()),
  error: z.nullable(z.string()),
  result: z.unknown(),
});
export type Task = z.infer<typeof task>;
export type TaskKind = Task['kind'];

export const oneTask = task;
export const taskList = z.object({ tasks: z.array(task) });
