// The member of the token. It is in this folder because several features need it.
import { queryOptions } from '@tanstack/react-query';
import { getSession, setSubscriptionFlag } from '@/session/session.ts';
import { call } from './client.ts';
import { Me } from './generated/Me.ts';
import { ROUNDS } from './rounds.ts';

async function fetchMe({ signal }: { readonly signal: AbortSignal }): Promise<Me> {
  const { token } = getSession();
  const me = await call('/users/me', { schema: Me, signal });
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
