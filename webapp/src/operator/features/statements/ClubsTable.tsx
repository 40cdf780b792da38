// The clubs of a month, each with a link to its statement.
import { Link } from '@tanstack/react-router';
import { Badge } from '@/ui';
import { type Column, DataTable, euros, formatMonth } from '../../ui/index.ts';
import type { ClubOfMonth } from './queries.ts';
import { StateBadge } from './StateBadge.tsx';
import styles from './Statements.module.css';
import { paymentText } from './words.ts';

interface ClubsTableProps {
  readonly month: string;
  readonly clubs: readonly ClubOfMonth[];
}

const described: readonly Column<ClubOfMonth>[] = [
  {
    key: 'state',
    header: 'State',
    cell: (club) => <StateBadge of={club} />,
  },
  { key: 'arrived', header: 'Arrived', align: 'end', cell: ({ arrived }) => arrived },
  { key: 'net', header: 'Without VAT', align: 'end', cell: ({ net_cents }) => eurosOrNone(net_cents) },
  { key: 'total', header: 'With VAT', align: 'end', cell: ({ total_cents }) => eurosOrNone(total_cents) },
  { key: 'invoice', header: 'Invoice', cell: ({ invoice_number }) => invoice_number ?? '–' },
  {
    key: 'payment',
    header: 'Payment',
    cell: ({ total_cents, paid_on }) => paymentText(total_cents, paid_on) || '–',
  },
  { key: 'disputes', header: 'Open disputes', align: 'end', cell: ({ open_disputes }) => open_disputes },
  {
    key: 'billing',
    header: 'Billing details',
    cell: ({ has_billing }) => <span>{has_billing ? 'known' : <Badge tone="danger">missing</Badge>}</span>,
  },
];

export const eurosOrNone = (cents: number | null) => (cents === null ? '–' : euros(cents));

export function ClubsTable({ month, clubs }: ClubsTableProps) {
  const columns: readonly Column<ClubOfMonth>[] = [
    {
      key: 'name',
      header: 'Club',
      isRowHeader: true,
      cell: ({ club, name, state }) =>
        state === 'no_tariff' ? (
          <Link to="/statements/$club" params={{ club }} className={styles.link ?? ''} preload={false}>
            {name}
          </Link>
        ) : (
          <Link
            to="/statements/$club/$month"
            params={{ club, month }}
            className={styles.link ?? ''}
            preload={false}
          >
            {name}
          </Link>
        ),
    },
    ...described,
  ];
  return (
    <DataTable
      caption={`Clubs in ${formatMonth(month)}`}
      columns={columns}
      rows={clubs}
      rowKey={({ club }) => club}
    />
  );
}
