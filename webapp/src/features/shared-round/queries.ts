// What a link that a player shared says about the round: no players, and whether it is still on.
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { SharedRoundAnswer } from '@/api/generated/SharedRoundAnswer.ts';
import { ROUNDS } from '@/api/rounds.ts';

export function sharedRoundQuery(token: string) {
  return queryOptions({
    queryKey: [ROUNDS, 'shared', token],
    queryFn: ({ signal }) =>
      call(`/shared/${encodeURIComponent(token)}`, { schema: SharedRoundAnswer, signal }),
    select: ({ data }) => data,
  });
}
