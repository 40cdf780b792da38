// One's own account: what one logs in with, and one's sessions.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/error.ts';
import { createPasskey, tellAccepted } from '@/ui/webauthn.ts';
import { get, post } from '../../api/client.ts';
import type { AddOwnPasskey } from '../../api/generated/AddOwnPasskey.ts';
import type { ChangeOwnPassword } from '../../api/generated/ChangeOwnPassword.ts';
import { NewApp } from '../../api/generated/NewApp.ts';
import { NewRecoveryCodes } from '../../api/generated/NewRecoveryCodes.ts';
import { OperatorPasskeyChallenge } from '../../api/generated/OperatorPasskeyChallenge.ts';
import { OwnAccountAnswer } from '../../api/generated/OwnAccountAnswer.ts';
import { OwnPasskeys } from '../../api/generated/OwnPasskeys.ts';
import { OwnSessions } from '../../api/generated/OwnSessions.ts';
import type { UseNewApp } from '../../api/generated/UseNewApp.ts';
import { sessionQuery } from '../../api/session.ts';

/** Null where the node that answers is of a release that does not know it. */
async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

export const ownAccountQuery = queryOptions({
  queryKey: ['own-account'],
  queryFn: ({ signal }) => orNull(get('/account', OwnAccountAnswer, { signal })),
});

export const ownPasskeysQuery = queryOptions({
  queryKey: ['own-passkeys'],
  queryFn: async ({ signal }) => {
    const own = await orNull(get('/account/passkeys', OwnPasskeys, { signal }));
    if (own?.accepted) tellAccepted(own.accepted);
    return own;
  },
});

export async function addPasskey(name: string): Promise<void> {
  const { challenge, options } = await post('/account/passkeys/begin', {}, OperatorPasskeyChallenge);
  const credential = (await createPasskey(options)) as AddOwnPasskey['credential'];
  await post('/account/passkeys', { challenge, name, credential }, null);
}

export const removePasskey = (id: string) => post('/account/passkeys/remove', { id }, null);

export const changePassword = (passwords: ChangeOwnPassword) => post('/account/password', passwords, null);

/** Each call makes another secret, which is in use only after a code of it. */
export const beginWithApp = () => post('/account/app/begin', {}, NewApp);

/** From then on a factor is a code of the app: the session says so, too. */
export async function takeApp(queryClient: QueryClient, app: UseNewApp): Promise<void> {
  await post('/account/app', app, null);
  await Promise.all([
    queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }),
    queryClient.invalidateQueries({ queryKey: ownAccountQuery.queryKey }),
  ]);
}

export const makeRecoveryCodes = async (): Promise<readonly string[]> =>
  (await post('/account/recovery-codes', {}, NewRecoveryCodes)).codes;

export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async ({ signal }) => (await get('/sessions', OwnSessions, { signal })).sessions,
});

/** One call each: the server ends one at a time. A session that has ended since (404) is no failure. */
export async function endSessions(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    try {
      await post('/sessions/end', { id }, null);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  }
}
