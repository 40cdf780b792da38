// Every club with how often the member played there this year. The club list of the wizard is another query:
// that one is for given players and a number of holes.
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';
import { ROUNDS } from '@/api/rounds.ts';
import { text } from '@/api/schemas.ts';

export const clubInfo = z.object({
  id: z.string(),
  name: z.string(),
  city: text,
  short_name: text,
  keywords: text,
  reservation_instruction: text,
  starttime_description: text,
  your_plays: z.number(),
  /** Null where the club sets no maximum. */
  your_maximum_plays: z.optional(z.nullable(z.number())),
});
export type ClubInfo = z.infer<typeof clubInfo>;

export const clubInfoList = z.object({ data: z.array(clubInfo) });

export const clubInfoQuery = queryOptions({
  queryKey: [ROUNDS, 'clubInfo'],
  queryFn: ({ signal }) => call('/golfclubs/info', { schema: clubInfoList, signal }),
  staleTime: 60_000,
});

export const clubTexts = {
  failure: 'Fout bij ophalen van data',
  network: 'Netwerkfout bij ophalen van gegevens.',
};
