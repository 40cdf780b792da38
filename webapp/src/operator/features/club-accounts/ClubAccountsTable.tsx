// The accounts of people at clubs, with buttons that change them.
import { Badge, Button, Row } from '@/ui';
import type { ClubAccountEntry } from '../../api/generated/ClubAccountEntry.ts';
import { DataTable, type Column, Instant } from '../../ui/index.ts';
import { clubRoleNames, type ClubChange } from './queries.ts';

const tones: Readonly<Record<string, 'green' | 'danger'>> = { active: 'green', disabled: 'danger' };

interface ClubAccountsTableProps {
  readonly accounts: readonly ClubAccountEntry[];
  /** The name of a club. */
  readonly nameOf: (club: string) => string;
  readonly onWish: (wish: ClubChange) => void;
}

export function ClubAccountsTable({ accounts, nameOf, onWish }: ClubAccountsTableProps) {
  if (accounts.length === 0) return <p>Nobody was invited yet.</p>;
  const columns: readonly Column<ClubAccountEntry>[] = [
    {
      key: 'name',
      header: 'Name',
      isRowHeader: true,
      cell: ({ name, email }) => (
        <div>
          {name}
          <span className="note">{email}</span>
        </div>
      ),
    },
    { key: 'club', header: 'Club', cell: ({ club }) => nameOf(club) },
    { key: 'role', header: 'Role', cell: ({ role }) => clubRoleNames[role] ?? role },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status }) => (
        <span>
          <Badge tone={tones[status] ?? 'sand'}>{status}</Badge>
        </span>
      ),
    },
    {
      key: 'seen',
      header: 'Last seen',
      cell: ({ last_seen_at }) => (last_seen_at ? <Instant at={last_seen_at} /> : 'never'),
    },
    {
      key: 'change',
      header: 'Change',
      cell: (account) => <Changes account={account} onWish={onWish} />,
    },
  ];
  return <DataTable caption="Accounts" columns={columns} rows={accounts} rowKey={({ id }) => id} />;
}

interface ChangesProps {
  readonly account: ClubAccountEntry;
  readonly onWish: (wish: ClubChange) => void;
}

function Changes({ account, onWish }: ChangesProps) {
  const isDisabled = account.status === 'disabled';
  return (
    <Row gap={2}>
      {isDisabled ? null : (
        <Button
          variant="secondary"
          aria-label={`Invite ${account.name} again`}
          onClick={() => onWish({ change: 'invite-again', account })}
        >
          Invite again
        </Button>
      )}
      <Button
        variant={isDisabled ? 'secondary' : 'danger'}
        aria-label={`${isDisabled ? 'Enable' : 'Disable'} ${account.name}`}
        onClick={() => onWish({ change: isDisabled ? 'enable' : 'disable', account })}
      >
        {isDisabled ? 'Enable' : 'Disable'}
      </Button>
    </Row>
  );
}
