// Ends a session: on this device at once, on the server as soon as it hears of it.
import type { QueryClient } from '@tanstack/react-query';
import { endSession, getSession } from '@/session/session.ts';
import { forgetCopies } from '@/features/offline/copies.ts';
import { revokeToken } from './api.ts';

export function logOut(queries: QueryClient): void {
  // The call takes the token along before it is removed here. A member without a network still logs out.
  if (getSession().token) revokeToken().catch(() => {});
  endSession();
  queries.clear();
  sessionStorage.clear();
  forgetCopies();
}
