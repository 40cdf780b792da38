// What the server offers instead of a day or a club that cannot be booked: it applies the rules that refused.
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';
import { text } from '@/api/schemas.ts';
import type { Draft } from '@/features/draft/draft.ts';
import { emails, wizardKeys } from './queries.ts';

export const alternatives = z.object({
  data: z.object({
    /** The nearest free day at the club, or at any club where none was asked. */
    day: z.optional(z.nullable(z.object({ date: z.string(), bonus_needed: z.boolean() }))),
    /** The nearest other club that is free on the day. */
    club: z.optional(
      z.nullable(
        z.object({
          id: z.string(),
          name: z.string(),
          city: text,
          reservation_instruction: text,
          distance_km: z.optional(z.nullable(z.number())),
        }),
      ),
    ),
    /** Whether the group may wait for a place at the club on the day. */
    waiting_list: z.optional(z.boolean()),
  }),
});

export interface Refused {
  /** Null for any club. */
  readonly golfclub: string | null;
  /** Null where no day is free at all. */
  readonly date: string | null;
}

export function alternativesQuery(draft: Draft, { golfclub, date }: Refused) {
  const body = { holes: draft.holes, players: emails(draft), golfclub, date };
  return queryOptions({
    queryKey: wizardKeys.alternatives(body),
    queryFn: ({ signal }) =>
      call('/reservations/alternatives', { method: 'POST', body, schema: alternatives, signal }),
    select: ({ data }) => data,
    enabled: draft.holes !== null && draft.players.length > 0 && (golfclub !== null || date !== null),
  });
}
