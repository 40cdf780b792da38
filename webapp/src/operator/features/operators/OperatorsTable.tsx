// The operators, with buttons for an admin, who may change them.
import { Badge, Button, ButtonLink, Row } from '@/ui';
import type { OperatorEntry } from '../../api/generated/OperatorEntry.ts';
import { DataTable, type Column, Instant } from '../../ui/index.ts';
import { roleNames } from '../account/roles.ts';
import type { Change } from './queries.ts';

export type Wish = Change | 'roles';
type IsOwn = (operator: OperatorEntry) => boolean;

const tones: Readonly<Record<string, 'green' | 'danger'>> = { active: 'green', disabled: 'danger' };

const nameColumn = (isOwn: IsOwn): Column<OperatorEntry> => ({
  key: 'name',
  header: 'Name',
  isRowHeader: true,
  cell: (operator) => (
    <div>
      {operator.name} {isOwn(operator) ? <Badge>this is you</Badge> : null}
      <span className="note">{operator.email}</span>
    </div>
  ),
});

const described: readonly Column<OperatorEntry>[] = [
  {
    key: 'roles',
    header: 'Roles',
    cell: ({ roles }) => roles.map((role) => roleNames[role]).join(', '),
  },
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
    key: 'factor',
    header: 'Second factor',
    cell: ({ has_second_factor }) => (has_second_factor ? 'yes' : 'no'),
  },
  {
    key: 'seen',
    header: 'Last seen',
    cell: ({ last_seen_at }) => (last_seen_at ? <Instant at={last_seen_at} /> : 'never'),
  },
];

interface OperatorsTableProps {
  readonly operators: readonly OperatorEntry[];
  /** Whether it is the account of whoever looks. */
  readonly isOwn: IsOwn;
  /** Undefined for an auditor, who may only read. */
  readonly onChange: ((wish: Wish, operator: OperatorEntry) => void) | undefined;
}

export function OperatorsTable({ operators, isOwn, onChange }: OperatorsTableProps) {
  const columns = onChange
    ? [
        nameColumn(isOwn),
        ...described,
        {
          key: 'change',
          header: 'Change',
          // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, no component
          cell: (operator: OperatorEntry) => (
            <Changes operator={operator} isOwn={isOwn(operator)} onChange={onChange} />
          ),
        },
      ]
    : [nameColumn(isOwn), ...described];
  return (
    <DataTable caption="Operators" hideCaption columns={columns} rows={operators} rowKey={({ id }) => id} />
  );
}

interface ChangesProps {
  readonly operator: OperatorEntry;
  readonly isOwn: boolean;
  readonly onChange: (wish: Wish, operator: OperatorEntry) => void;
}

function Changes({ operator, isOwn, onChange }: ChangesProps) {
  const isDisabled = operator.status === 'disabled';
  return (
    <Row gap={2}>
      <Button
        variant="secondary"
        aria-label={`Roles of ${operator.name}`}
        onClick={() => onChange('roles', operator)}
      >
        Roles
      </Button>
      {/* One's own would take the session away with which the link is shown. */}
      {isOwn ? (
        <ButtonLink to="/account">Your account</ButtonLink>
      ) : isDisabled ? null : (
        <Button
          variant="secondary"
          aria-label={`Reset ${operator.name}`}
          onClick={() => onChange('reset', operator)}
        >
          Reset
        </Button>
      )}
      <Button
        variant={isDisabled ? 'secondary' : 'danger'}
        aria-label={`${isDisabled ? 'Enable' : 'Disable'} ${operator.name}`}
        onClick={() => onChange(isDisabled ? 'enable' : 'disable', operator)}
      >
        {isDisabled ? 'Enable' : 'Disable'}
      </Button>
    </Row>
  );
}
