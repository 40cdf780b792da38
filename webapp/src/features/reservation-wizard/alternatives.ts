// The server's alternatives to a day or a club that cannot be booked: it applies the rules that refused.
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { AlternativesAnswer } from '@/api/generated/AlternativesAnswer.ts';
import type { Draft } from '@/features/draft/draft.ts';
import { emails, wizardKeys } from './queries.ts';

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
      call('/reservations/alternatives', { method: 'POST', body, schema: AlternativesAnswer, signal }),
    select: ({ data }) => data,
    enabled: draft.holes !== null && draft.players.length > 0 && (golfclub !== null || date !== null),
  });
}
