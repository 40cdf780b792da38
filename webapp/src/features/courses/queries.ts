// Every club with how often the member played there this year. The club list of the wizard is another query:
// that one is for given players and a number of holes.
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { ClubInfoAnswer } from '@/api/generated/ClubInfoAnswer.ts';
import { ROUNDS } from '@/api/rounds.ts';
import { tolerant } from '@/api/tolerant.ts';

export const clubInfoQuery = queryOptions({
  queryKey: [ROUNDS, 'clubInfo'],
  queryFn: ({ signal }) => call('/golfclubs/info', { schema: tolerant(ClubInfoAnswer), signal }),
  staleTime: 60_000,
});

export const clubTexts = {
  failure: 'Fout bij ophalen van data',
  network: 'Netwerkfout bij ophalen van gegevens.',
};
