// The tables that a rebuild compared, with their numbers of rows.
import { Stack } from '@/ui';
import { DataTable, type Column, tableName } from '../../ui/index.ts';
import type { ComparedTable, Comparison } from './schemas.ts';

const columns: readonly Column<ComparedTable>[] = [
  { key: 'table', header: 'Table', isRowHeader: true, cell: ({ table }) => tableName(table) },
  { key: 'live', header: 'Rows live', align: 'end', cell: ({ live_rows }) => live_rows },
  { key: 'rebuilt', header: 'Rows rebuilt', align: 'end', cell: ({ rebuilt_rows }) => rebuilt_rows },
  {
    key: 'differ',
    header: 'Rows that differ',
    align: 'end',
    cell: ({ differences }) => (differences === 0 ? 'none' : <strong>{differences}</strong>),
  },
];

export function TablesCompared({ found }: { readonly found: Comparison }) {
  return (
    <Stack gap={4}>
      <p>
        Compared at position {found.position}
        {found.continued_after === null ? '' : `, continued after position ${found.continued_after}`}.
        {found.swapped ? ` Swapped at position ${found.swapped.position}; the replaced tables are kept.` : ''}
      </p>
      {found.stopped === null ? null : (
        <p className="strong">The new tables end before an event that cannot be read: {found.stopped}.</p>
      )}
      {found.not_compared.length === 0 ? null : (
        <p className="strong">
          Not compared, since the live tables stand elsewhere: {found.not_compared.map(tableName).join(', ')}.
        </p>
      )}
      <DataTable
        caption="The tables, live and rebuilt"
        hideCaption
        columns={columns}
        rows={found.tables}
        rowKey={({ table }) => table}
      />
      <details>
        <summary className="soft small">Names in the database</summary>
        <p className="small breaks">
          {found.tables.map(({ table }) => table).join(', ')}
          {found.swapped ? `; the replaced tables are in the schema ${found.swapped.old}` : ''}
        </p>
      </details>
    </Stack>
  );
}
