// Logging in. The answer is the session, which the router reads from the cache.
import type { QueryClient } from '@tanstack/react-query';
import { post } from '../../api/client.ts';
import { SessionAnswer } from '../../api/generated/SessionAnswer.ts';
import { resumeSession, startSession } from '../../api/session.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Null until the server has asked for it. */
  readonly code: string | null;
}

export async function logIn(queryClient: QueryClient, credentials: Credentials): Promise<void> {
  startSession(queryClient, await post('/login', credentials, SessionAnswer));
}

/** Over a screen whose session has ended; false when it was another operator's. */
export async function logInAgain(queryClient: QueryClient, credentials: Credentials): Promise<boolean> {
  return resumeSession(queryClient, await post('/login', credentials, SessionAnswer));
}
