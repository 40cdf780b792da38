// The groups of this member that wait for a full day, as the first screen asks for them: it loads the rest of the feature
// only when there is one.
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';
import { ROUNDS } from '@/api/rounds.ts';

/** The groups, to be read by `groupsQuery`. */
const unread = z.object({ data: z.array(z.unknown()) });

export const waitingQuery = queryOptions({
  queryKey: [ROUNDS, 'waiting'],
  queryFn: ({ signal }) => call('/waiting-list', { schema: unread, signal }),
});
