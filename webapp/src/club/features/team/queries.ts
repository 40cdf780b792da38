// The club's accounts, devices and systems, and what a manager does with them.
import { queryOptions, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { clubGet, clubPost } from '../../api/client.ts';
import type { ClubAccount } from '../../api/generated/ClubAccount.ts';
import { ClubAccounts } from '../../api/generated/ClubAccounts.ts';
import type { ClubDevice } from '../../api/generated/ClubDevice.ts';
import { ClubDevices } from '../../api/generated/ClubDevices.ts';
import { ClubInvitation } from '../../api/generated/ClubInvitation.ts';
import type { ClubInvite } from '../../api/generated/ClubInvite.ts';
import type { ClubNewSystem } from '../../api/generated/ClubNewSystem.ts';
import { ClubPairing } from '../../api/generated/ClubPairing.ts';
import type { ClubSystem } from '../../api/generated/ClubSystem.ts';
import { ClubSystems } from '../../api/generated/ClubSystems.ts';
import { ClubSystemToken } from '../../api/generated/ClubSystemToken.ts';
import type { ClubRole } from '../../api/session.ts';

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: async ({ signal }) => (await clubGet(ClubAccounts, '/accounts', { signal })).accounts,
});

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: async ({ signal }) => (await clubGet(ClubDevices, '/devices', { signal })).devices,
});

export const systemsQuery = queryOptions({
  queryKey: ['systems'],
  queryFn: async ({ signal }) => (await clubGet(ClubSystems, '/systems', { signal })).systems,
});

export const invite = (invited: ClubInvite) => clubPost(ClubInvitation, '/accounts/invite', invited);
export const changeRole = (id: string, role: ClubRole) => clubPost(null, '/accounts/role', { id, role });
export const pairDevice = (name: string) => clubPost(ClubPairing, '/devices/pair', { name });
export const addSystem = (added: ClubNewSystem) => clubPost(ClubSystemToken, '/systems', added);

/** Reads the list again, after a failure too: it may have happened. */
function useChange<Changed, Answer>(queryKey: QueryKey, change: (changed: Changed) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

export const useInviteAgain = () =>
  useChange(accountsQuery.queryKey, ({ id }: ClubAccount) =>
    clubPost(ClubInvitation, '/accounts/invite-again', { id }),
  );

export const useDisable = () =>
  useChange(accountsQuery.queryKey, ({ id, disabled_at }: ClubAccount) =>
    clubPost(null, '/accounts/disable', { id, disabled: disabled_at === null }),
  );

export const useRevoke = () =>
  useChange(devicesQuery.queryKey, ({ id }: ClubDevice) => clubPost(null, '/devices/revoke', { id }));

export const useRotateSystem = () =>
  useChange(systemsQuery.queryKey, ({ id }: ClubSystem) =>
    clubPost(ClubSystemToken, '/systems/rotate', { id }),
  );

export const useRevokeSystem = () =>
  useChange(systemsQuery.queryKey, ({ id }: ClubSystem) => clubPost(null, '/systems/revoke', { id }));
