// What waits, and the operator's own acts.
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '@/api/error.ts';
import { get } from '../../api/client.ts';
import { OwnActs } from '../../api/generated/OwnActs.ts';
import { Start } from '../../api/generated/Start.ts';

const EVERY_MS = 60_000;

/** Null: the node is older than this screen. */
async function orOlder<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

export const startQuery = queryOptions({
  queryKey: ['start'],
  queryFn: ({ signal }) => orOlder(get('/start', Start, { signal, isBackground: true })),
  refetchInterval: EVERY_MS,
});

export const ownActsQuery = queryOptions({
  queryKey: ['own-acts'],
  queryFn: ({ signal }) => orOlder(get('/session/acts', OwnActs, { signal })),
});
