// One's own sessions.
import { queryOptions } from '@tanstack/react-query';
import { get, post } from '../../api/client.ts';
import { OwnSessions } from '../../api/generated/OwnSessions.ts';

export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async ({ signal }) => (await get('/sessions', OwnSessions, { signal })).sessions,
});

/** One call each: the server ends one at a time. After a failure, also a 404 for an ended session, the rest stay. */
export async function endSessions(ids: readonly string[]): Promise<void> {
  for (const id of ids) await post('/sessions/end', { id }, null);
}
