// One club, with everything that the data set knows about it. An unknown fact is an empty text or an empty list, and
// the page leaves it out.
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { ClubPageAnswer } from '@/api/generated/ClubPageAnswer.ts';
import { ROUNDS } from '@/api/rounds.ts';
import { tolerant } from '@/api/tolerant.ts';

export function clubQuery(id: string) {
  return queryOptions({
    queryKey: [ROUNDS, 'club', id],
    queryFn: ({ signal }) =>
      call(`/golfclubs/${encodeURIComponent(id)}`, { schema: tolerant(ClubPageAnswer), signal }),
    select: ({ data }) => data,
    staleTime: 60_000,
  });
}
