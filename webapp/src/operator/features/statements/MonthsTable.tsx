// The months of a club, each with a link to its statement.
import { Link } from '@tanstack/react-router';
import { today } from '@/api/clock.ts';
import { type Column, DataTable, formatInstant, formatMonth } from '../../ui/index.ts';
import { eurosOrNone } from './ClubsTable.tsx';
import type { Month } from './queries.ts';
import { StateBadge } from './StateBadge.tsx';
import styles from './Statements.module.css';
import { paymentText } from './words.ts';

interface MonthsTableProps {
  readonly club: string;
  readonly months: readonly Month[];
}

const described: readonly Column<Month>[] = [
  {
    key: 'state',
    header: 'State',
    cell: ({ month, state, is_next, closed_on }) => (
      <div>
        <StateBadge of={{ state, can_be_closed: is_next && month < today().slice(0, 7) }} />
        <span className="note">
          {closed_on ? formatInstant(closed_on) : is_next ? 'the next to close' : ''}
        </span>
      </div>
    ),
  },
  { key: 'net', header: 'Without VAT', align: 'end', cell: ({ net_cents }) => eurosOrNone(net_cents) },
  { key: 'vat', header: 'VAT', align: 'end', cell: ({ vat_cents }) => eurosOrNone(vat_cents) },
  { key: 'total', header: 'With VAT', align: 'end', cell: ({ total_cents }) => eurosOrNone(total_cents) },
  { key: 'invoice', header: 'Invoice', cell: ({ invoice_number }) => invoice_number ?? '–' },
  {
    key: 'payment',
    header: 'Payment',
    cell: ({ total_cents, paid_on }) => paymentText(total_cents, paid_on) || '–',
  },
  { key: 'disputes', header: 'Open disputes', align: 'end', cell: ({ open_disputes }) => open_disputes },
];

export function MonthsTable({ club, months }: MonthsTableProps) {
  const columns: readonly Column<Month>[] = [
    {
      key: 'month',
      header: 'Month',
      isRowHeader: true,
      cell: ({ month }) => (
        <Link
          to="/statements/$club/$month"
          params={{ club, month }}
          className={styles.link ?? ''}
          preload={false}
        >
          {formatMonth(month)}
        </Link>
      ),
    },
    ...described,
  ];
  return (
    <DataTable caption="Months" hideCaption columns={columns} rows={months} rowKey={({ month }) => month} />
  );
}
