// A group on a waiting list, as one of its players sees it.
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { rows } from '@/api/rows.ts';
import { text } from '@/api/schemas.ts';
import { waitingQuery } from './queries.ts';

export const waitingGroup = z.object({
  group: z.string(),
  golfclub: z.object({ id: z.string(), name: z.string(), city: text, reservation_instruction: text }),
  date: z.string(),
  holes: z.number(),
  players: rows(
    z.object({
      first_name: z.string(),
      prefix: text,
      last_name: z.string(),
      email: text,
      is_me: z.boolean(),
    }),
  ),
  asked_by_you: z.boolean(),
  /** Groups before this one. */
  ahead: z.number(),
  /** `waiting`, `offered`, `taken` or `stopped`; the last two only where one group is asked for. */
  state: z.string(),
  /** An instant, while places are offered. */
  offered_until: z.optional(z.nullable(z.string())),
  /** The member's own place, once the places were taken. */
  reservation_id: z.optional(z.nullable(z.string())),
});
export type WaitingGroup = z.infer<typeof waitingGroup>;

export const waitingList = z.object({ data: rows(waitingGroup) });

/** What `waitingQuery` fetched, read. */
export const groupsQuery = queryOptions({
  ...waitingQuery,
  select: (answer) => z.parse(waitingList, answer).data,
});

export const isOffered = ({ state }: WaitingGroup): boolean => state === 'offered';
