// Ends a session: on this device at once, on the server as soon as it hears of it.
import type { QueryClient } from '@tanstack/react-query';
import { endSession, getSession } from '@/session/session.ts';
import { forgetCopies } from '@/features/offline/copies.ts';
import { revokeToken } from './api.ts';

export function logOut(queries: QueryClient): void {
  const { token } = getSession();
  // A member without a network still logs out.
  if (token) revokeToken(token).catch(() => {});
  endSession();
  queries.clear();
  sessionStorage.clear();
  forgetCopies();
}
