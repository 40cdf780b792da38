// The logged-in operator and the rights of their roles. The server decides; the screens only hide what it would refuse.
import { queryOptions, useQuery, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { get, setCsrfToken } from './client.ts';
import { removeDraftsOfOthers } from './drafts.ts';
import { Role } from './generated/Role.ts';
import { SessionAnswer } from './generated/SessionAnswer.ts';

export type { Role } from './generated/Role.ts';
export const ROLES = Role.options;
export type Session = SessionAnswer;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await get('/session', SessionAnswer, { signal });
    setCsrfToken(session.csrf_token);
    return session;
  },
  staleTime: Infinity,
  retry: false,
});

/** After a log-in. The data that the operator before has looked at are removed first. */
export function startSession(queryClient: QueryClient, session: Session): void {
  forgetData(queryClient);
  removeDraftsOfOthers(session.email);
  setCsrfToken(session.csrf_token);
  queryClient.setQueryData(sessionQuery.queryKey, session);
}

/**
 * After a log-in over a screen whose session has ended. The same operator goes on: only what failed is asked for again, and
 * nothing is removed, because a form goes with the data that it was opened with. False for another operator, who starts anew.
 */
export function resumeSession(queryClient: QueryClient, session: Session): boolean {
  if (queryClient.getQueryData(sessionQuery.queryKey)?.email !== session.email) {
    startSession(queryClient, session);
    return false;
  }
  setCsrfToken(session.csrf_token);
  queryClient.setQueryData(sessionQuery.queryKey, session);
  void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
  return true;
}

/** After a log-out, or when the server says that the session has ended. */
export function endSession(queryClient: QueryClient): void {
  setCsrfToken(null);
  forgetData(queryClient);
  // Not removed: the header would go on showing the operator whose query it was.
  void queryClient.resetQueries(sessionQuery);
}

function forgetData(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => !isSession(queryKey) });
  queryClient.getMutationCache().clear();
}

const isSession = (queryKey: QueryKey) => queryKey[0] === sessionQuery.queryKey[0];

/** The session; undefined on the screens before a log-in. Every other screen is opened with one. */
export function useSession(): Session | undefined {
  return useQuery({ ...sessionQuery, enabled: false }).data;
}

export function hasRole(session: Session | undefined, ...anyOf: readonly Role[]): boolean {
  return session?.roles.some((role) => anyOf.includes(role)) ?? false;
}

/** Subjects of every kind, with their pages. */
export const mayLookUp = (session: Session | undefined) => hasRole(session, 'support', 'auditor');

/** Members at least: an admin finds the one whose account they manage. */
export const mayFind = (session: Session | undefined) => hasRole(session, 'support', 'auditor', 'admin');
