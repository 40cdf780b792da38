// What the server answers about what runs. A node of another release may leave parts of its status out.
import * as z from 'zod/mini';

const writer = z.object({
  is_running: z.boolean(),
  queue_depth: z.number(),
  oldest_waiting_ms: z.nullable(z.number()),
  batches: z.number(),
  commands: z.number(),
  events: z.number(),
  mean_commit_ms: z.nullable(z.number()),
  accepted: z.number(),
  rejected: z.number(),
  without_outcome: z.number(),
  failures: z.number(),
  decided_again: z.number(),
  panics: z.number(),
  held_back: z.array(z.string()),
});
export type Writer = z.infer<typeof writer>;

const provider = z.object({
  state: z.string(),
  answered_at: z.nullable(z.string()),
  failed_at: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  failures: z.number(),
});
export type Provider = z.infer<typeof provider>;

const mail = z.object({
  taken_at: z.nullable(z.string()),
  failed_at: z.nullable(z.string()),
  failure: z.nullable(z.string()),
});
export type MailServer = z.infer<typeof mail>;

const node = z.object({
  id: z.string(),
  role: z.string(),
  version: z.string(),
  seen_at: z.string(),
  is_silent: z.boolean(),
  is_this_one: z.boolean(),
  status: z.nullable(
    z.object({
      started_at: z.nullable(z.string()),
      writer: z.nullable(writer),
      provider: z.nullable(provider),
      mail: z.nullable(mail),
      tasks: z.array(z.object({ name: z.string(), restarts: z.number() })),
      refusals_dropped: z.number(),
    }),
  ),
});
export type Node = z.infer<typeof node>;

export const runs = z.object({
  nodes: z.nullable(z.array(node)),
  mails: z.nullable(
    z.object({
      waiting: z.number(),
      retrying: z.number(),
      failed: z.number(),
      oldest_queued_at: z.nullable(z.string()),
    }),
  ),
  payments: z.nullable(
    z.object({ open: z.number(), oldest_placed_at: z.nullable(z.string()), refunds_due: z.number() }),
  ),
  projections: z.nullable(z.array(z.object({ name: z.string(), state: z.string(), lag_events: z.number() }))),
  missing: z.array(z.string()),
});
export type Runs = z.infer<typeof runs>;
