// One's own sessions.
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '@/api/error.ts';
import { get, post } from '../../api/client.ts';
import { OwnSessions } from '../../api/generated/OwnSessions.ts';

export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async ({ signal }) => (await get('/sessions', OwnSessions, { signal })).sessions,
});

/** One call each: the server ends one at a time. A session that has ended since (404) is no failure. */
export async function endSessions(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    try {
      await post('/sessions/end', { id }, null);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  }
}
