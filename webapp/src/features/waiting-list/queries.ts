// The groups of this member that wait for a full day, as the first screen asks for them: it loads the rest of the feature
// only when there is one.
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';
import { ROUNDS } from '@/api/rounds.ts';
import { optionalPart } from '@/ui';

/** Most members wait for nothing. */
export const Waiting = optionalPart(() => import('./Waiting.tsx').then((module) => module.Waiting));

/** The groups, to be read by `groupsQuery`. */
const unread = z.object({ data: z.array(z.unknown()) });

export const waitingQuery = queryOptions({
  queryKey: [ROUNDS, 'waiting'],
  queryFn: async ({ signal }) => {
    const answer = await call('/waiting-list', { schema: unread, signal });
    // So that a group is shown at once, above what the screen shows already.
    if (answer.data.length > 0) await import('./Waiting.tsx').then(Waiting.preload, () => undefined);
    return answer;
  },
});
