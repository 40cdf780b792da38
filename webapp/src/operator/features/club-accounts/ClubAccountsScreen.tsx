// The accounts and devices of clubs. Support and admins invite people, disable accounts and end devices' access, each with a
// reason; a club's managers do the same for their own club.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { announce, Button, Loaded, Page, Select } from '@/ui';
import { ClubAccountsTable } from './ClubAccountsTable.tsx';
import { ClubChangeDialog } from './ClubChangeDialog.tsx';
import { ClubDevicesTable } from './ClubDevicesTable.tsx';
import { InvitationDialog, type Invited } from './InvitationDialog.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { clubAccountsQuery, type ClubChange } from './queries.ts';

type Open =
  | { readonly dialog: 'invite' }
  | { readonly dialog: 'change'; readonly wish: ClubChange }
  | { readonly dialog: 'link'; readonly invited: Invited };

export function ClubAccountsScreen() {
  const queryClient = useQueryClient();
  const query = useQuery(clubAccountsQuery);
  const [club, setClub] = useState('');
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const changed = (name: string, invited?: Invited) => {
    setOpen(invited && { dialog: 'link', invited });
    announce(`Done: ${name}.`);
    void queryClient.invalidateQueries({ queryKey: clubAccountsQuery.queryKey });
  };
  const wish = (wished: ClubChange) => setOpen({ dialog: 'change', wish: wished });

  return (
    <Page
      title="Club accounts"
      intro="Everybody who may use the clubs’ screens, and the devices that clubs share. Invite a club’s first manager here; managers invite the others."
      full
      actions={
        <Button onClick={() => setOpen({ dialog: 'invite' })}>
          <UserPlus aria-hidden size={18} />
          Invite somebody
        </Button>
      }
    >
      <Loaded query={query}>
        {({ clubs, accounts, devices }) => {
          const nameOf = (id: string) => clubs.find((one) => one.id === id)?.name ?? id;
          const isShown = (of: { readonly club: string }) => club === '' || of.club === club;
          return (
            <>
              <Select label="Club" value={club} onChange={(event) => setClub(event.target.value)}>
                <option value="">Every club</option>
                {clubs.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
              <ClubAccountsTable accounts={accounts.filter(isShown)} nameOf={nameOf} onWish={wish} />
              <ClubDevicesTable devices={devices.filter(isShown)} nameOf={nameOf} onWish={wish} />
              {open?.dialog === 'invite' ? (
                <InviteDialog clubs={clubs} club={club} onInvited={changed} onClose={close} />
              ) : null}
            </>
          );
        }}
      </Loaded>
      {open?.dialog === 'change' ? (
        <ClubChangeDialog wish={open.wish} onChanged={changed} onClose={close} />
      ) : null}
      {open?.dialog === 'link' ? <InvitationDialog invited={open.invited} onClose={close} /> : null}
    </Page>
  );
}
