// The two questions about a booking. They are sent as POST and change nothing, but who asks what about whom is recorded:
// without a signal, a screen that is mounted twice asks once.
import { queryOptions, skipToken } from '@tanstack/react-query';
import type { AskedRound } from '../../api/generated/AskedRound.ts';
import { get, post } from '../../api/client.ts';
import { AlternativesAnswer } from '../../api/generated/AlternativesAnswer.ts';
import { ExplainAnswer } from '../../api/generated/ExplainAnswer.ts';
import { ClubChoices } from '../../api/generated/ClubChoices.ts';

export const clubsQuery = queryOptions({
  queryKey: ['clubs'],
  queryFn: async ({ signal }) => (await get('/clubs', ClubChoices, { signal })).clubs,
  staleTime: 5 * 60_000,
});

export const explainQuery = (request: AskedRound | null) =>
  queryOptions({
    queryKey: ['explain', request],
    queryFn: request ? () => post('/explain', request, ExplainAnswer) : skipToken,
  });

export const whatIfQuery = (request: AskedRound | null) =>
  queryOptions({
    queryKey: ['what-if', request],
    queryFn: request
      ? async () => (await post('/what-if', request, AlternativesAnswer)).alternatives
      : skipToken,
  });
