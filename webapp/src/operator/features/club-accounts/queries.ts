// Clubs' accounts and devices, and what an operator does with one. Each change needs a reason, which is stored with it.
import { queryOptions } from '@tanstack/react-query';
import { get, post } from '../../api/client.ts';
import { ClubAccountsAndDevices } from '../../api/generated/ClubAccountsAndDevices.ts';
import type { ClubAccountEntry } from '../../api/generated/ClubAccountEntry.ts';
import type { ClubDeviceEntry } from '../../api/generated/ClubDeviceEntry.ts';
import { ClubInvitationLink } from '../../api/generated/ClubInvitationLink.ts';
import type { InviteToClub } from '../../api/generated/InviteToClub.ts';

export const clubAccountsQuery = queryOptions({
  queryKey: ['club-accounts'],
  queryFn: ({ signal }) => get('/club-accounts', ClubAccountsAndDevices, { signal }),
});

export const clubRoleNames: Readonly<Record<string, string>> = {
  desk: 'Desk',
  manager: 'Manager',
  treasurer: 'Treasurer',
};

export const invite = (person: InviteToClub) => post('/club-accounts/invite', person, ClubInvitationLink);

/** What is done to an account or a device. */
export type ClubChange =
  | { readonly change: 'invite-again' | 'disable' | 'enable'; readonly account: ClubAccountEntry }
  | { readonly change: 'revoke'; readonly device: ClubDeviceEntry };

/** The link of an invitation. */
export async function carryOut(wish: ClubChange, reason: string): Promise<string | undefined> {
  if (wish.change === 'revoke') {
    await post('/club-devices/revoke', { id: wish.device.id, reason }, null);
    return undefined;
  }
  const { id } = wish.account;
  if (wish.change === 'invite-again') {
    return (await post('/club-accounts/invite-again', { id, reason }, ClubInvitationLink)).link;
  }
  await post('/club-accounts/disable', { id, disabled: wish.change === 'disable', reason }, null);
  return undefined;
}
