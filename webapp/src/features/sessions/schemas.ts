import * as z from 'zod/mini';

const sessionRow = z.object({
  id: z.string(),
  browser: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
  is_current: z.boolean(),
  is_support: z.boolean(),
});
export type SessionRow = z.infer<typeof sessionRow>;

export const sessionsResponse = z.object({ data: z.array(sessionRow) });
