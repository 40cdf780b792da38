// What the server answers about content.
import * as z from 'zod/mini';
import { KINDS } from './kinds.ts';

/** A row of the data set; the form knows its fields. */
const row = z.record(z.string(), z.unknown());
export type Row = z.infer<typeof row>;

export const item = z.object({
  kind: z.enum(KINDS),
  key: z.string(),
  title: z.string(),
  status: z.enum(['published', 'scheduled', 'draft', 'vanished']),
  version: z.nullable(z.number()),
  changed_at: z.nullable(z.string()),
  changed_by: z.nullable(z.string()),
  published: z.nullable(row),
  draft: z.nullable(row),
  appears_at: z.nullable(z.string()),
  vanishes_at: z.nullable(z.string()),
});
export type Item = z.infer<typeof item>;

export const itemList = z.object({ items: z.array(item) });

const change = z.object({
  id: z.number(),
  at: z.string(),
  kind: z.enum(KINDS),
  key: z.string(),
  title: z.string(),
  action: z.string(),
  operator: z.string(),
  reason: z.string(),
  before: row,
  after: row,
  version: z.number(),
});
export type Change = z.infer<typeof change>;

export const changesPage = z.object({ changes: z.array(change), next: z.nullable(z.number()) });

export const preview = z.object({ html: z.string() });
