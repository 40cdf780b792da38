// Who is logged in: a person, or a device of the club. The server decides; the screens only hide what it would refuse.
// A copy stays on the device, without the token: a device at the desk opens without a network, too.
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ApiError } from '@/api/error.ts';
import { clubGet, isUnreachable, setCsrfToken } from './client.ts';
import { removeOtherDrafts } from './drafts.ts';
import type { ClubRole } from './generated/ClubRole.ts';
import { ClubSession } from './generated/ClubSession.ts';

export type { ClubRole } from './generated/ClubRole.ts';
export type { ClubSession } from './generated/ClubSession.ts';

let forgetKept: () => void = () => {};

/** What to do with the names that the device keeps when nobody is logged in any more. The router registers it. */
export function handleSessionEnd(forget: () => void): void {
  forgetKept = forget;
}

const KEY = 'fairway-club:session';
const storedSchema = z.object({ session: ClubSession, hasEnded: z.boolean() });

/** The session that this browser had last; `hasEnded` when the server said so. */
export function storedSession(): z.infer<typeof storedSchema> | undefined {
  try {
    return storedSchema.parse(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return undefined;
  }
}

function store(session: ClubSession, hasEnded = false): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ session: { ...session, csrf_token: '' }, hasEnded }));
  } catch {
    // With a full storage the device needs a network to open.
  }
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<ClubSession> => {
    try {
      const session = await clubGet(ClubSession, '/session', { signal });
      setCsrfToken(session.csrf_token);
      store(session);
      return session;
    } catch (error) {
      const stored = storedSession();
      if (isUnreachable(error) && stored && !stored.hasEnded) return stored.session;
      if (error instanceof ApiError && error.status === 401 && stored && !stored.hasEnded) {
        store(stored.session, true);
        forgetKept();
      }
      throw error;
    }
  },
  staleTime: Infinity,
  retry: false,
});

/** After a log-in or a pairing. The data that the one before has looked at are removed first. */
export function startSession(queryClient: QueryClient, session: ClubSession): void {
  forgetData(queryClient);
  removeOtherDrafts(session.email ?? '');
  setCsrfToken(session.csrf_token);
  store(session);
  queryClient.setQueryData(sessionQuery.queryKey, session);
}

/** When the server says that the session has ended. What waits to be sent stays on the device. */
export function loseSession(queryClient: QueryClient): void {
  noteEnd();
  endSession(queryClient);
}

/** The same on a screen that stays open without a session: the next one asks the server. */
export function keepScreen(queryClient: QueryClient): void {
  noteEnd();
  setCsrfToken(null);
  forgetKept();
  forgetData(queryClient);
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey, refetchType: 'none' });
}

function noteEnd(): void {
  const stored = storedSession();
  if (stored) store(stored.session, true);
}

/** After a log-out. */
export function forgetSession(queryClient: QueryClient): void {
  localStorage.removeItem(KEY);
  removeOtherDrafts();
  endSession(queryClient);
}

function endSession(queryClient: QueryClient): void {
  setCsrfToken(null);
  forgetKept();
  forgetData(queryClient);
  // Not removed: the header would go on showing whose query it was.
  void queryClient.resetQueries(sessionQuery);
}

function forgetData(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  queryClient.getMutationCache().clear();
}

/** The session; undefined on the screens before a log-in. */
export function useSessionIfAny(): ClubSession | undefined {
  return useQuery({ ...sessionQuery, enabled: false }).data;
}

/** Behind a log-in. */
export function useClubSession(): ClubSession {
  const session = useSessionIfAny();
  // While the way to the log-in is still ahead, the screen shows the one that ended.
  const shown = session ?? storedSession()?.session;
  if (!shown) throw new Error('this screen needs a session');
  return shown;
}

/** The screens that a role may open, by the start of their address. */
const SCREENS: Readonly<Record<ClubRole, readonly string[]>> = {
  desk: ['/', '/scan', '/irregular', '/account'],
  manager: ['/', '/scan', '/irregular', '/course', '/team', '/statements', '/account'],
  treasurer: ['/statements', '/account'],
};

export const mayOpen = ({ role }: ClubSession, path: string): boolean =>
  SCREENS[role].includes(`/${path.split('/')[1]}`);
