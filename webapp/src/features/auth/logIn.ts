// Logs in: the token, the member's data, then the flag for the menu. Loaded when the form first gets the focus, so
// that the log-in screen itself is small.
import type { QueryClient } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { Me } from '@/api/generated/Me.ts';
import { meQuery } from '@/api/me.ts';
import { dropToken, getSession, setSubscriptionFlag, startSession } from '@/session/session.ts';
import { requestToken, revokeToken } from './api.ts';
import { forgetTypedEmail } from './EmailField.tsx';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export async function logIn(queries: QueryClient, { email, password }: Credentials): Promise<void> {
  const token = await requestToken(email, password);
  await openSession(queries, token);
}

/**
 * Starts the session of a token under its member's e-mail address as the server writes it: typed input is kept under
 * that form. Without the member's data there is no session. The former session of this browser is revoked, because its
 * token is replaced and could no longer be used for a log-out.
 */
export async function openSession(queries: QueryClient, token: string): Promise<void> {
  const former = getSession().token;
  if (former && former !== token) revokeToken(former).catch(() => {});
  dropToken();
  queries.clear();
  const me = await call('/users/me', { schema: Me, token });
  queries.setQueryData(meQuery.queryKey, me);
  startSession(token, me.email);
  forgetTypedEmail();
  setSubscriptionFlag(me.playrights.has_subscription);
}
