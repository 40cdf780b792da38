// One line per act at a club. It is memoised: a page that is added must not render all the lines before it.
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { ClubActionEntry } from '../../api/generated/ClubActionEntry.ts';
import { DataTable, type Column, formatDay, formatMonth, Instant } from '../../ui/index.ts';
import { MemberName } from './MemberName.tsx';
import { actName } from './names.ts';
import { Found } from './SearchedSubjects.tsx';

const columns: readonly Column<ClubActionEntry>[] = [
  { key: 'at', header: 'When', isRowHeader: true, cell: ({ at }) => <Instant at={at} /> },
  { key: 'club', header: 'Club', cell: ({ club_name }) => club_name },
  { key: 'user', header: 'By', cell: ({ user }) => user },
  { key: 'action', header: 'Action', cell: ({ action }) => actName(action) },
  { key: 'subject', header: 'Subject', cell: (action) => <Subject action={action} /> },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reason || '–' },
];

export const ClubActionsTable = memo(function ClubActionsTable({
  actions,
}: {
  readonly actions: readonly ClubActionEntry[];
}) {
  return (
    <DataTable
      caption="Actions at clubs, newest first"
      hideCaption
      columns={columns}
      rows={actions}
      rowKey={({ id }) => id}
    />
  );
});

/** A day and a statement lead to their pages; other subjects are words already. */
function Subject({ action: { club, subject, member } }: { readonly action: ClubActionEntry }) {
  if (member) return <MemberName member={member} />;
  const [, kind, id = ''] = /^(club day|arrival list|settlement) (\S+)$/.exec(subject) ?? [];
  const last = id.slice(id.lastIndexOf('/') + 1);
  if (kind === undefined) return subject;
  if (kind !== 'settlement') return <Found kind={kind.replace(' ', '_')} id={id} name={formatDay(last)} />;
  return (
    <Link to="/statements/$club/$month" params={{ club, month: last }} preload={false}>
      Statement of {formatMonth(last)}
    </Link>
  );
}
