// How often each rule refused. A rule leads to its refusals.
import { Link } from '@tanstack/react-router';
import type { RuleCountEntry } from '../../api/generated/RuleCountEntry.ts';
import { DataTable, type Column } from '../../ui/index.ts';
import { ruleName } from './names.ts';
import type { RefusalsFilter } from './queries.ts';

interface RuleCountsProps {
  readonly counts: readonly RuleCountEntry[];
  readonly filter: RefusalsFilter;
}

export function RuleCounts({ counts, filter }: RuleCountsProps) {
  const columns: readonly Column<RuleCountEntry>[] = [
    {
      key: 'rule',
      header: 'Rule',
      isRowHeader: true,
      cell: ({ rule }) => (
        <Link to="/refusals" search={{ ...filter, rule }} preload={false} resetScroll={false}>
          {ruleName(rule)}
        </Link>
      ),
    },
    { key: 'day', header: 'Last day', align: 'end', cell: ({ day }) => day },
    { key: 'week', header: '7 days', align: 'end', cell: ({ week }) => week },
    { key: 'quarter', header: '90 days', align: 'end', cell: ({ quarter }) => quarter },
  ];
  return (
    <DataTable
      caption="How often each rule refused"
      hideCaption
      columns={columns}
      rows={counts}
      rowKey={({ rule }) => rule}
    />
  );
}
