// The accounts of the club's people, each with its role in words.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge, Button, cx, Loaded, Region, Skeleton, Stack } from '@/ui';
import type { ClubAccount } from '../../api/generated/ClubAccount.ts';
import { useClubSession } from '../../api/session.ts';
import { momentText, roleNames } from '../../ui/index.ts';
import { AccountDialog } from './AccountDialog.tsx';
import { DisableDialog } from './DisableDialog.tsx';
import { InvitationDialog, type Invitation } from './InvitationDialog.tsx';
import { InviteAgainDialog } from './InviteAgainDialog.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { accountsQuery } from './queries.ts';
import styles from './Team.module.css';

type Open =
  | { readonly dialog: 'invite' }
  | { readonly dialog: 'link'; readonly invitation: Invitation }
  | { readonly dialog: 'account' | 'again' | 'disable'; readonly account: ClubAccount };

export function Accounts({ onDone }: { readonly onDone: (sentence: string) => void }) {
  const queryClient = useQueryClient();
  const query = useQuery(accountsQuery);
  const { email } = useClubSession();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const done = (sentence: string) => {
    close();
    onDone(sentence);
    void queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey });
  };
  const invited = (invitation: Invitation) => {
    onDone('');
    setOpen({ dialog: 'link', invitation });
    void queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey });
  };

  return (
    <Region title="Accounts">
      <Loaded query={query} skeleton={<Skeleton height="5rem" count={3} />}>
        {(accounts) => (
          <Stack as="ul" className="panel lined" aria-label="Accounts">
            {accounts.map((account) => (
              <Row
                key={account.id}
                account={account}
                isOwn={account.email === email}
                onChange={() => setOpen({ dialog: 'account', account })}
              />
            ))}
          </Stack>
        )}
      </Loaded>
      <div>
        <Button variant="secondary" onClick={() => setOpen({ dialog: 'invite' })}>
          iemand uitnodigen
        </Button>
      </div>
      {open?.dialog === 'invite' ? <InviteDialog onInvited={invited} onClose={close} /> : null}
      {open?.dialog === 'link' ? <InvitationDialog invitation={open.invitation} onClose={close} /> : null}
      {open?.dialog === 'account' ? (
        <AccountDialog
          account={open.account}
          onDone={done}
          onWish={(dialog) => setOpen({ dialog, account: open.account })}
          onClose={close}
        />
      ) : null}
      {open?.dialog === 'again' ? (
        <InviteAgainDialog account={open.account} onInvited={invited} onClose={close} />
      ) : null}
      {open?.dialog === 'disable' ? (
        <DisableDialog account={open.account} onDone={done} onClose={close} />
      ) : null}
    </Region>
  );
}

interface RowProps {
  readonly account: ClubAccount;
  readonly isOwn: boolean;
  readonly onChange: () => void;
}

function Row({
  account: { name, email, role, is_invited, disabled_at, last_seen_at },
  isOwn,
  onChange,
}: RowProps) {
  return (
    <li className={cx('spread', styles.row)}>
      <Stack gap={1}>
        <h3 className="text-size breaks">{name}</h3>
        <p className="soft small breaks">{email}</p>
        <p className="small">
          {roleNames[role]}
          {isOwn || disabled_at || is_invited ? ' ' : null}
          {isOwn ? <Badge>dit ben jij</Badge> : null}
          {disabled_at ? <Badge tone="danger">geblokkeerd</Badge> : null}
          {is_invited && !disabled_at ? <Badge tone="sand">uitgenodigd</Badge> : null}
        </p>
        {last_seen_at ? <p className="soft small">laatst gezien {momentText(last_seen_at)}</p> : null}
      </Stack>
      {isOwn ? null : (
        <Button variant="secondary" aria-label={`wijzigen: ${name}`} onClick={onChange}>
          wijzigen
        </Button>
      )}
    </li>
  );
}
