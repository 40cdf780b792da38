// The member of the token. It is in this folder because several features need it.
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { getSession, setSubscriptionFlag } from '@/session/session.ts';
import { call } from './client.ts';
import { ROUNDS } from './rounds.ts';
import { player, playrights } from './schemas.ts';

export const meSchema = z.extend(player, {
  isProfileComplete: z.boolean(),
  playrights: z.extend(playrights, { has_subscription: z.boolean() }),
  /** The operator who uses the portal as this member; absent in a member's own session. */
  impersonated_by: z.optional(z.nullable(z.string())),
});

export type Me = z.infer<typeof meSchema>;

async function fetchMe({ signal }: { readonly signal: AbortSignal }): Promise<Me> {
  const { token } = getSession();
  const me = await call('/users/me', { schema: meSchema, signal });
  const { has_subscription } = me.playrights;
  const session = getSession();
  // A subscription can begin or end during the 30 days of a session. Meanwhile another member may have logged in.
  if (session.token === token && session.hasSubscription !== has_subscription) {
    setSubscriptionFlag(has_subscription);
  }
  return me;
}

export const meQuery = queryOptions({
  queryKey: [ROUNDS, 'me'],
  queryFn: fetchMe,
  staleTime: 30_000,
  meta: { storeOffline: true },
});
