// The rows that differ between a rebuild and the live tables, column by column. Columns that are the same are shown on
// request.
import { useState } from 'react';
import { Button, Checkbox, Disclosure, Stack } from '@/ui';
import { DataTable, type Column, tableName } from '../../ui/index.ts';
import styles from './Comparison.module.css';
import type { ComparedTable, Comparison, Difference } from './schemas.ts';

/** Differing rows that are shown at a time. */
const PAGE = 10;

export function RowsThatDiffer({ found }: { readonly found: Comparison }) {
  const differing = found.tables.filter(({ differences }) => differences > 0);
  return differing.map((table) => <Differences key={table.table} table={table} />);
}

function Differences({ table: { table, differences, examples } }: { readonly table: ComparedTable }) {
  const [isOpen, setIsOpen] = useState(false);
  const [count, setCount] = useState(PAGE);
  const [isWhole, setIsWhole] = useState(false);
  const rest = differences - examples.length;
  return (
    <Disclosure
      heading="h3"
      label={`${tableName(table)}: ${differences} ${differences === 1 ? 'row differs' : 'rows differ'}`}
      open={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
    >
      {isOpen ? (
        <Stack gap={4} className={styles.rows}>
          <Checkbox
            label="Show the columns that are the same"
            checked={isWhole}
            onChange={() => setIsWhole(!isWhole)}
          />
          {examples.slice(0, count).map((difference) => (
            <DifferingRow key={difference.key} difference={difference} isWhole={isWhole} />
          ))}
          {count < examples.length ? (
            <Button variant="secondary" onClick={() => setCount(count + PAGE)}>
              Show {Math.min(PAGE, examples.length - count)} more
            </Button>
          ) : rest > 0 ? (
            <p>{rest} more rows differ and are not stored here.</p>
          ) : null}
        </Stack>
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

interface DifferingRowProps {
  readonly difference: Difference;
  readonly isWhole: boolean;
}

function DifferingRow({ difference, isWhole }: DifferingRowProps) {
  const { key, live, rebuilt } = difference;
  const kind = live === null ? ' is missing live' : rebuilt === null ? ' is only live' : '';
  return (
    <DataTable
      caption={`${key}${kind}`}
      columns={cellColumns}
      rows={cellsOf(difference).filter(({ differs }) => isWhole || differs)}
      rowKey={({ column }) => column}
    />
  );
}
