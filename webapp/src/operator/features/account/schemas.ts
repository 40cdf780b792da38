// One's own sessions: the browsers in which one is logged in.
import * as z from 'zod/mini';

const ownSession = z.object({
  id: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
  browser: z.string(),
  is_current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const ownSessions = z.object({ sessions: z.array(ownSession) });
