// Logs in: token, then the member behind it, then the flag that the menu goes by. Loaded when the form is first
// touched, so that the log-in screen itself is light.
import type { QueryClient } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { meQuery, meSchema } from '@/api/me.ts';
import { dropToken, getSession, setSubscriptionFlag, startSession } from '@/session/session.ts';
import { requestToken, revokeToken } from './api.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export async function logIn(queries: QueryClient, { email, password }: Credentials): Promise<void> {
  const token = await requestToken(email, password);
  await openSession(queries, token, email);
}

/**
 * Stores the session of a token, however it was obtained. Without the member's data there is no session. The one that this
 * browser had before ends: nobody would ever log out of it.
 */
export async function openSession(queries: QueryClient, token: string, email: string): Promise<void> {
  const former = getSession().token;
  if (former && former !== token) revokeToken(former).catch(() => {});
  dropToken();
  queries.clear();
  const me = await call('/users/me', { schema: meSchema, token });
  queries.setQueryData(meQuery.queryKey, me);
  startSession(token, email);
  setSubscriptionFlag(me.playrights.has_subscription);
}
