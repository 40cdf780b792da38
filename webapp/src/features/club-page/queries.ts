// One club, with everything that the data set knows about it. What it does not know is an empty text or an empty list,
// and the page leaves it out.
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';
import { ROUNDS } from '@/api/rounds.ts';
import { rows } from '@/api/rows.ts';
import { text } from '@/api/schemas.ts';

const photo = z.object({
  alt: text,
  width: z.number(),
  height: z.number(),
  sizes: z.array(z.object({ width: z.number(), uri: z.string() })),
});
export type Photo = z.infer<typeof photo>;

const round = z.object({ reservation_id: z.string(), play_date: z.string(), holes: z.number() });

const clubDetails = z.object({
  id: z.string(),
  name: z.string(),
  city: text,
  lat: z.optional(z.nullable(z.number())),
  lon: z.optional(z.nullable(z.number())),
  holes: z.array(z.number()),
  starttime_description: text,
  reservation_instruction: text,
  reservation_description: text,
  street: text,
  postcode: text,
  telephone: text,
  website: text,
  greens: text,
  terms: text,
  closed_weekdays: z.array(z.string()),
  closures: rows(z.object({ date: z.string(), reason: text })),
  photos: rows(photo),
  your_plays: z.number(),
  your_maximum_plays: z.optional(z.nullable(z.number())),
  rounds: rows(round),
});
export type ClubDetails = z.infer<typeof clubDetails>;

export const clubAnswer = z.object({ data: clubDetails });

export function clubQuery(id: string) {
  return queryOptions({
    queryKey: [ROUNDS, 'club', id],
    queryFn: ({ signal }) => call(`/golfclubs/${encodeURIComponent(id)}`, { schema: clubAnswer, signal }),
    select: ({ data }) => data,
    staleTime: 60_000,
  });
}
