// The two questions about a booking. They are sent as POST and change nothing, but who asks what about whom is recorded:
// without a signal, a screen that is mounted twice asks once.
import { queryOptions, skipToken } from '@tanstack/react-query';
import { get, post } from '../../api/client.ts';
import { ClubChoices } from '../../api/generated/ClubChoices.ts';
import { alternatives, explanation, type WhyRequest } from './schemas.ts';

export const clubsQuery = queryOptions({
  queryKey: ['clubs'],
  queryFn: async ({ signal }) => (await get('/clubs', ClubChoices, { signal })).clubs,
  staleTime: 5 * 60_000,
});

export const explainQuery = (request: WhyRequest | null) =>
  queryOptions({
    queryKey: ['explain', request],
    queryFn: request ? () => post('/explain', request, explanation) : skipToken,
  });

export const whatIfQuery = (request: WhyRequest | null) =>
  queryOptions({
    queryKey: ['what-if', request],
    queryFn: request ? async () => (await post('/what-if', request, alternatives)).alternatives : skipToken,
  });
