// The state of a subject, now or at a moment, and how it differs from another moment.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { get } from '../../api/client.ts';
import { linkSchema } from '../../api/entries.ts';
import type { Kind } from '../../api/kinds.ts';

const momentSchema = z.object({
  instant: z.string(),
  position: z.nullable(z.number()),
  /** So many events of the subject's own stream by then, `of` so many there are now. */
  sequence: z.number(),
  of: z.number(),
});
export type Moment = z.infer<typeof momentSchema>;

const changeSchema = z.object({
  section: z.string(),
  label: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type Change = z.infer<typeof changeSchema>;

const factSchema = z.object({ section: z.string(), label: z.string(), value: z.string() });
export type Fact = z.infer<typeof factSchema>;

const subjectSchema = z.object({
  kind: z.string(),
  id: z.string(),
  name: z.nullable(z.string()),
  title: z.array(z.string()),
  is_erased: z.boolean(),
  at: momentSchema,
  compare: z.nullable(momentSchema),
  facts: z.array(factSchema),
  state: z.unknown(),
  changes: z.nullable(z.array(changeSchema)),
  related: z.array(linkSchema),
});
export type Subject = z.infer<typeof subjectSchema>;

/** As they are in the address; none of them is now. */
export interface Moments {
  readonly at?: string | undefined;
  readonly sequence?: string | undefined;
  readonly compare_at?: string | undefined;
  readonly compare_sequence?: string | undefined;
}

export const subjectKey = (kind: Kind, id: string) => ['subject', kind, id] as const;

export const subjectQuery = (kind: Kind, id: string, moments: Moments = {}) =>
  queryOptions({
    queryKey: [...subjectKey(kind, id), moments],
    queryFn: ({ signal }) => {
      const parameters = new URLSearchParams({ kind, id });
      for (const [name, value] of Object.entries(moments)) if (value) parameters.set(name, value);
      return get(`/subject?${parameters}`, subjectSchema, { signal });
    },
    // Of the same subject only: the screen is another one for another subject.
    placeholderData: keepPreviousData,
  });
