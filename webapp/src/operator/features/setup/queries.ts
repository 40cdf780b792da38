// Choosing a password and a second factor by a link that works once.
import { queryOptions } from '@tanstack/react-query';
import { post } from '../../api/client.ts';
import type { Setup } from '../../api/generated/Setup.ts';
import { SetupAnswer } from '../../api/generated/SetupAnswer.ts';

/** Fetched once: each call makes another secret, and the one on the screen may be in the app already. */
export const setupQuery = (token: string) =>
  queryOptions({
    queryKey: ['setup', token],
    // Without the signal: a screen that is mounted twice must not ask twice.
    queryFn: () => post('/setup/begin', { token }, SetupAnswer),
    enabled: token !== '',
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const finishSetup = (answers: Setup) => post('/setup', answers, null);
