// Once per opening of the app, on a device that shows news: its browser may have replaced the address meanwhile, and the
// server gets nothing there until it is told. The service worker cannot tell it: it has no session.
import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '@/api/me.ts';
import { getSession } from '@/session/session.ts';
import { pushQuery } from './queries.ts';

export async function confirmAddress(queries: QueryClient): Promise<void> {
  if (getSession().token === null) return;
  const me = await queries.ensureQueryData(meQuery);
  // An operator who looks on does not get the member's news.
  if (!me.impersonated_by) await queries.prefetchQuery(pushQuery(me.email));
}
