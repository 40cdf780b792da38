// Ends a session: on this device at once, on the server with a request.
import type { QueryClient } from '@tanstack/react-query';
import { removeCopies } from '@/features/offline/copies.ts';
import { endSession, getSession } from '@/session/session.ts';
import { revokeToken } from './api.ts';

export function logOut(queries: QueryClient): void {
  const { token } = getSession();
  // A failure is ignored: a log-out works without a network.
  if (token) revokeToken(token).catch(() => {});
  endSession();
  queries.clear();
  sessionStorage.clear();
  removeCopies();
  // Loaded now: most devices show no news.
  import('@/features/push/leave.ts').then(({ leave }) => leave()).catch(() => {});
}
