// The entries of a timeline, which the pages of a subject and of one event show.
import * as z from 'zod/mini';

export const linkSchema = z.object({ kind: z.string(), id: z.string(), title: z.string() });
export type LinkedSubject = z.infer<typeof linkSchema>;

export const eventEntrySchema = z.object({
  position: z.number(),
  at: z.string(),
  stream: z.string(),
  sequence: z.number(),
  event: z.string(),
  actor: z.object({ kind: z.string(), text: z.string() }),
  what: z.string(),
  reason: z.nullish(z.string()),
  correlation_id: z.nullish(z.string()),
  payload: z.unknown(),
  subjects: z.array(linkSchema),
});
export type EventEntry = z.infer<typeof eventEntrySchema>;

/** What an operator did that is no event, and so has no position. */
export const actEntrySchema = z.object({
  at: z.string(),
  act: z.string(),
  operator: z.string(),
  what: z.string(),
  reason: z.nullish(z.string()),
});

export const entrySchema = z.union([eventEntrySchema, actEntrySchema]);
export type Entry = z.infer<typeof entrySchema>;

export const isEvent = (entry: Entry): entry is EventEntry => 'position' in entry;
