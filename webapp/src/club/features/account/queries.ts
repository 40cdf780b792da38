// One's own account: passkeys and sessions.
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { createPasskey } from '@/ui/webauthn.ts';
import { clubGet, clubPost } from '../../api/client.ts';
import { ClubOwnSessions } from '../../api/generated/ClubOwnSessions.ts';
import type { ClubOwnSession } from '../../api/generated/ClubOwnSession.ts';
import type { ClubPasskey } from '../../api/generated/ClubPasskey.ts';
import { ClubPasskeyChallenge } from '../../api/generated/ClubPasskeyChallenge.ts';
import { ClubPasskeys } from '../../api/generated/ClubPasskeys.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async ({ signal }) => (await clubGet(ClubOwnSessions, '/sessions', { signal })).sessions,
});

export const passkeysQuery = queryOptions({
  queryKey: ['own-passkeys'],
  queryFn: async ({ signal }) => (await clubGet(ClubPasskeys, '/passkeys', { signal })).passkeys,
});

export async function addPasskey(name: string): Promise<void> {
  const { challenge, options } = await clubPost(ClubPasskeyChallenge, '/passkeys/begin');
  await clubPost(null, '/passkeys/finish', { name, challenge, credential: await createPasskey(options) });
}

/** Reads both lists again, after a failure too: a session that began with a passkey ends with it. */
function useEnding<Ended extends { readonly id: string }>(path: string) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ id }: Ended) => clubPost(null, path, { id }),
    onSettled: () =>
      Promise.all(
        [passkeysQuery, sessionsQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}

export const useRemovePasskey = () => useEnding<ClubPasskey>('/passkeys/remove');
export const useEndSession = () => useEnding<ClubOwnSession>('/sessions/end');

export const logOut = () => clubPost(null, '/logout');
