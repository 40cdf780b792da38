// Choosing a password and a second factor by a link that works once.
import { queryOptions } from '@tanstack/react-query';
import { post } from '../../api/client.ts';
import { setupBegun } from './schemas.ts';

/** Fetched once: each call makes another secret, and the one on the screen may be in the app already. */
export const setupQuery = (token: string) =>
  queryOptions({
    queryKey: ['setup', token],
    // Without the signal: a screen that is mounted twice must not ask twice.
    queryFn: () => post('/setup/begin', { token }, setupBegun),
    enabled: token !== '',
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export interface SetupAnswers {
  readonly token: string;
  readonly password: string;
  readonly code: string;
  readonly enrolment: string;
}

export const finishSetup = (answers: SetupAnswers) => post('/setup', answers, null);
