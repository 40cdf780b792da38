// Choosing a password and an authenticator app by a link that works once.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { clubPost } from '../../api/client.ts';
import { ClubSession } from '../../api/generated/ClubSession.ts';
import { ClubSetup } from '../../api/generated/ClubSetup.ts';
import type { ClubSetupChoice } from '../../api/generated/ClubSetupChoice.ts';
import { startSession } from '../../api/session.ts';

/** Fetched once: each call makes another secret, and the one on the screen may be in the app already. */
export const setupQuery = (token: string) =>
  queryOptions({
    queryKey: ['setup', token],
    // Without the signal: a screen that is mounted twice must not ask twice.
    queryFn: () => clubPost(ClubSetup, '/setup/begin', { token }),
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Logs in. */
export async function finishSetup(queryClient: QueryClient, choice: ClubSetupChoice): Promise<void> {
  startSession(queryClient, await clubPost(ClubSession, '/setup', choice));
}
