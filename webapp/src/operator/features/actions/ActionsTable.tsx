// One line per action. It is memoised: a page that is added must not render all the lines before it.
import { memo } from 'react';
import type { ActionEntry } from '../../api/generated/ActionEntry.ts';
import { hasRole, useSession } from '../../api/session.ts';
import { DataTable, type Column, Instant, SubjectLink } from '../../ui/index.ts';
import { SearchedSubjects } from './SearchedSubjects.tsx';

const columns: readonly Column<ActionEntry>[] = [
  { key: 'at', header: 'When', isRowHeader: true, cell: ({ at }) => <Instant at={at} /> },
  { key: 'operator', header: 'Operator', cell: ({ operator }) => operator },
  { key: 'action', header: 'Action', cell: ({ action }) => action },
  { key: 'subject', header: 'Subject', cell: (action) => <Subject action={action} /> },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reason || '–' },
];

export const ActionsTable = memo(function ActionsTable({
  actions,
}: {
  readonly actions: readonly ActionEntry[];
}) {
  return (
    <DataTable
      caption="Actions, newest first"
      hideCaption
      columns={columns}
      rows={actions}
      rowKey={({ id }) => String(id)}
    />
  );
});

/** Operators who may look members up can open a member's page. */
function Subject({ action: { action, subject, member } }: { readonly action: ActionEntry }) {
  const mayLookUp = hasRole(useSession(), 'support', 'auditor');
  if (!member) return action === 'search' ? <SearchedSubjects subject={subject} /> : subject;
  const name = member.name ?? member.id;
  return (
    <div>
      {subject && subject !== name ? <p>{action === 'search' ? subject.split(': ')[0] : subject}</p> : null}
      {mayLookUp ? (
        <SubjectLink kind="member" id={member.id}>
          {name}
        </SubjectLink>
      ) : (
        name
      )}
    </div>
  );
}
