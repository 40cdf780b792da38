// Items with where they stand. The title opens the form.
import { Link } from '@tanstack/react-router';
import { Badge } from '@/ui';
import type { ContentItem } from '../../api/generated/ContentItem.ts';
import { DataTable, type Column, Instant } from '../../ui/index.ts';

const tones = { published: 'green', scheduled: 'sand', draft: 'sand', vanished: 'danger' } as const;

const columns: readonly Column<ContentItem>[] = [
  {
    key: 'title',
    header: 'Title',
    isRowHeader: true,
    cell: ({ kind, key, title }) => (
      <Link to="/content/edit" search={{ kind, key }} preload={false}>
        {title}
      </Link>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, published, draft }) => (
      <div>
        <Badge tone={tones[status]}>{status}</Badge>
        {published && draft ? <span className="note">with a draft</span> : null}
      </div>
    ),
  },
  {
    key: 'changed',
    header: 'Last changed',
    cell: ({ changed_at, changed_by }) =>
      changed_at ? (
        <div>
          <Instant at={changed_at} />
          <span className="note">by {changed_by}</span>
        </div>
      ) : (
        'not recorded'
      ),
  },
];

const times: Column<ContentItem> = {
  key: 'times',
  header: 'Times',
  cell: ({ appears_at, vanishes_at }) => (
    <div>
      {appears_at ? (
        <span className="note">
          appears <Instant at={appears_at} />
        </span>
      ) : null}
      {vanishes_at ? (
        <span className="note">
          vanishes <Instant at={vanishes_at} />
        </span>
      ) : null}
      {appears_at || vanishes_at ? null : '–'}
    </div>
  ),
};

/** The times where an item has one. */
function columnsFor(items: readonly ContentItem[]): readonly Column<ContentItem>[] {
  const hasTimes = items.some(({ appears_at, vanishes_at }) => appears_at ?? vanishes_at);
  return hasTimes ? columns.toSpliced(2, 0, times) : columns;
}

interface ContentTableProps {
  readonly caption: string;
  readonly items: readonly ContentItem[];
  /** The key of the one that was saved a moment ago. */
  readonly saved: string | undefined;
}

export function ContentTable({ caption, items, saved }: ContentTableProps) {
  return (
    <DataTable
      caption={caption}
      hideCaption
      columns={columnsFor(items)}
      rows={items}
      rowKey={({ key }) => key}
      isMarked={({ key }) => key === saved}
    />
  );
}
