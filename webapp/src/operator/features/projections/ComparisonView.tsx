// What a rebuild found: each table with its rows, and those that differ, column by column.
import { useState } from 'react';
import { Button } from '@/ui/Button.tsx';
import { Disclosure } from '@/ui/Disclosure.tsx';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import styles from './ComparisonView.module.css';
import type { ComparedTable, Comparison, Difference } from './schemas.ts';

/** Differing rows that are shown at a time. */
const PAGE = 10;

const columns: readonly Column<ComparedTable>[] = [
  { key: 'table', header: 'Table', isRowHeader: true, cell: ({ table }) => table },
  { key: 'live', header: 'Rows live', align: 'end', cell: ({ live_rows }) => live_rows },
  { key: 'rebuilt', header: 'Rows rebuilt', align: 'end', cell: ({ rebuilt_rows }) => rebuilt_rows },
  {
    key: 'differ',
    header: 'Rows that differ',
    align: 'end',
    cell: ({ differences }) => (differences === 0 ? 'none' : <strong>{differences}</strong>),
  },
];

export function ComparisonView({ found }: { readonly found: Comparison }) {
  const differing = found.tables.filter(({ differences }) => differences > 0);
  return (
    <div className={styles.comparison}>
      <p>
        Compared at position {found.position}
        {found.continued_after === null ? '' : `, continued after position ${found.continued_after}`}.
        {found.swapped
          ? ` Swapped at position ${found.swapped.position}; the replaced tables are in the schema ${found.swapped.old}.`
          : ''}
      </p>
      {found.stopped === null ? null : (
        <p className={styles.warning}>The new tables end before an event that cannot be read: {found.stopped}.</p>
      )}
      {found.not_compared.length === 0 ? null : (
        <p className={styles.warning}>
          Not compared, since the live tables stand elsewhere: {found.not_compared.join(', ')}.
        </p>
      )}
      <DataTable
        caption="The tables, live and rebuilt"
        hideCaption
        columns={columns}
        rows={found.tables}
        rowKey={({ table }) => table}
      />
      {differing.map((table) => (
        <Differences key={table.table} table={table} />
      ))}
    </div>
  );
}

function Differences({ table: { table, differences, examples } }: { readonly table: ComparedTable }) {
  const [isOpen, setIsOpen] = useState(false);
  const [count, setCount] = useState(PAGE);
  const rest = differences - examples.length;
  return (
    <Disclosure
      heading="h3"
      label={`${table}: ${differences} ${differences === 1 ? 'row differs' : 'rows differ'}`}
      open={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
    >
      {isOpen ? (
        <div className={styles.rows}>
          {examples.slice(0, count).map((difference) => (
            <DifferingRow key={difference.key} difference={difference} />
          ))}
          {count < examples.length ? (
            <Button variant="secondary" onClick={() => setCount(count + PAGE)}>
              Show {Math.min(PAGE, examples.length - count)} more
            </Button>
          ) : rest > 0 ? (
            <p>{rest} more rows differ and are not stored here.</p>
          ) : null}
        </div>
      ) : null}
    </Disclosure>
  );
}

interface Cell {
  readonly column: string;
  readonly live: string;
  readonly rebuilt: string;
  readonly differs: boolean;
}

const text = (value: unknown) =>
  value === undefined ? '–' : typeof value === 'string' ? value : (JSON.stringify(value) ?? '–');

export function cellsOf({ live, rebuilt }: Difference): readonly Cell[] {
  const names = [...new Set([...Object.keys(live ?? {}), ...Object.keys(rebuilt ?? {})])];
  return names
    .map((column) => {
      const [one, other] = [text(live?.[column]), text(rebuilt?.[column])];
      return { column, live: one, rebuilt: other, differs: one !== other };
    })
    .toSorted((one, other) => Number(other.differs) - Number(one.differs));
}

const cellColumns: readonly Column<Cell>[] = [
  { key: 'column', header: 'Column', isRowHeader: true, cell: ({ column }) => column },
  { key: 'live', header: 'Live', cell: ({ live, differs }) => (differs ? <mark>{live}</mark> : live) },
  {
    key: 'rebuilt',
    header: 'Rebuilt',
    cell: ({ rebuilt, differs }) => (differs ? <mark>{rebuilt}</mark> : rebuilt),
  },
];

function DifferingRow({ difference }: { readonly difference: Difference }) {
  const { key, live, rebuilt } = difference;
  const kind = live === null ? ' is missing live' : rebuilt === null ? ' is only live' : '';
  return (
    <DataTable
      caption={`${key}${kind}`}
      columns={cellColumns}
      rows={cellsOf(difference)}
      rowKey={({ column }) => column}
    />
  );
}
