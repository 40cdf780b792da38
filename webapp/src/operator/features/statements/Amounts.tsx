// The sums of a statement.
import { type Column, DataTable, euros } from '../../ui/index.ts';
import type { StatementAmounts } from './queries.ts';
import styles from './Statements.module.css';
import { vatName } from './words.ts';

interface Sum {
  readonly what: string;
  readonly count?: number;
  readonly cents: number;
}

const columns: readonly Column<Sum>[] = [
  { key: 'what', header: 'What', isRowHeader: true, cell: ({ what }) => what },
  { key: 'count', header: 'Lines', align: 'end', cell: ({ count }) => count ?? '' },
  { key: 'cents', header: 'Amount', align: 'end', cell: ({ cents }) => euros(cents) },
];

export function Amounts({ amounts }: { readonly amounts: StatementAmounts }) {
  const { arrivals, walk_ins, absences, corrections, adjustments, vat } = amounts;
  const kinds = [
    ['Rounds', arrivals],
    ['Walk-ins', walk_ins],
    ['Absences', absences],
    ['Corrections of earlier months', corrections],
    ['Adjustments by accepted disputes', adjustments],
  ] as const;
  const rows: readonly Sum[] = [
    ...kinds.map(([what, { count, net_cents }]) => ({ what, count, cents: net_cents })),
    { what: 'Together, without VAT', cents: amounts.net_cents },
    ...vat.map(({ regime, net_cents, vat_cents }) => ({
      what: `VAT on ${euros(net_cents)}: ${vatName(regime).toLowerCase()}`,
      cents: vat_cents,
    })),
    { what: 'Total, with VAT', cents: amounts.total_cents },
  ];
  return (
    <DataTable
      caption="Amounts"
      hasFlatRows
      columns={columns}
      rows={rows}
      rowKey={({ what }) => what}
      className={styles.amounts}
    />
  );
}
