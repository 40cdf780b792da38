// What the wizard asks the server: which clubs, which days, and at last the reservation itself.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';
import { ApiError } from '@/api/error.ts';
import { text } from '@/api/schemas.ts';
import type { Draft, Holes } from './draft.ts';
import { dispatch } from './draftStore.ts';

export const club = z.object({
  id: z.string(),
  name: z.string(),
  city: text,
  short_name: text,
  keywords: text,
  reservable: z.boolean(),
  reason: text,
  reservation_instruction: text,
  lat: z.number(),
  lon: z.number(),
  starttime_description: text,
  your_plays: z.number(),
  your_maximum_plays: z.nullable(z.number()),
});
export type Club = z.infer<typeof club>;

const day = z.object({
  reservable: z.boolean(),
  reason: text,
  bonus_needed: z.boolean(),
  bonus_players: z.array(z.string()),
});
export type Day = z.infer<typeof day>;
export type Availability = Readonly<Record<string, Day>>;

const clubs = z.object({ data: z.array(club) });
const availability = z.object({ data: z.record(z.string(), day) });
const placed = z.object({ reservation_id: z.optional(z.string()) });

/** Long enough for a prefetch to serve the next step, short enough to notice that a day filled up. */
const FRESH_MS = 30_000;

const emails = (draft: Draft) => draft.players.map((player) => player.email);

export function clubsQuery(draft: Draft) {
  const body = {
    holes: draft.holes,
    players: emails(draft),
    // Only where the date came first does it narrow the choice of club.
    date: draft.firstSelector === 'date' ? draft.date : null,
  };
  return queryOptions({
    queryKey: ['wizard', 'clubs', body],
    queryFn: ({ signal }) => call('/reservations/golfclubs', { method: 'POST', body, schema: clubs, signal }),
    select: ({ data }) => data,
    staleTime: FRESH_MS,
  });
}

export function availabilityQuery(draft: Draft, golfclub: string | null) {
  const body = { holes: draft.holes, golfclub, players: emails(draft) };
  return queryOptions({
    queryKey: ['wizard', 'availability', body],
    queryFn: ({ signal }) =>
      call('/reservations/availability', { method: 'POST', body, schema: availability, signal }),
    select: ({ data }): Availability => data,
    staleTime: FRESH_MS,
  });
}

export interface Order {
  readonly key: string;
  readonly holes: Holes;
  readonly golfclub: string;
  readonly players: readonly string[];
  readonly date: string;
}

/** The complete draft as an order under its key, or null when an answer is missing. */
export function orderOf(draft: Draft, key: string): Order | null {
  const { holes, golfclub, date } = draft;
  if (!holes || !golfclub || !date || draft.players.length === 0) return null;
  return { key, holes, golfclub: golfclub.id, players: emails(draft), date };
}

/**
 * Places the reservation. As a query under its key it runs once, however often the screen is drawn, left and
 * visited again; the key makes the server carry it out once, even across reloads and tabs.
 */
export function placeQuery(order: Order, queries: QueryClient) {
  const { key, ...body } = order;
  return queryOptions({
    queryKey: ['wizard', 'place', key],
    queryFn: async () => {
      try {
        const answer = await call('/reservations', {
          method: 'POST',
          body: { ...body, windowSize: windowSize() },
          schema: placed,
          idempotencyKey: key,
        });
        dispatch({ type: 'reset' });
        return answer;
      } catch (error) {
        if (!isOutcomeUnknown(error)) dispatch({ type: 'rejected', key });
        throw error;
      } finally {
        void queries.invalidateQueries({ queryKey: ['reservations'] });
        void queries.invalidateQueries({ queryKey: ['me'] });
        queries.removeQueries({ queryKey: ['wizard', 'clubs'] });
        queries.removeQueries({ queryKey: ['wizard', 'availability'] });
      }
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retryOnMount: false,
  });
}

/** No answer, or one that leaves open what became of the order: asking again under the same key is right. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return (
    error.outcomeUnknown || error.status === 401 || error.status === 429 || error.retryAfter !== undefined
  );
}

function windowSize() {
  return {
    browser: { width: window.innerWidth, height: window.innerHeight },
    device: { width: window.screen.width, height: window.screen.height },
  };
}
