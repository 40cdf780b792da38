// One line per action. It is memoised: a page that is added must not render all the lines before it.
import { memo } from 'react';
import type { ActionEntry } from '../../api/generated/ActionEntry.ts';
import { isKind } from '../../api/kinds.ts';
import { DataTable, type Column, Instant } from '../../ui/index.ts';
import { MemberName } from './MemberName.tsx';
import { actName } from './names.ts';
import { Found, SearchedSubjects } from './SearchedSubjects.tsx';

const columns: readonly Column<ActionEntry>[] = [
  { key: 'at', header: 'When', isRowHeader: true, cell: ({ at }) => <Instant at={at} /> },
  { key: 'operator', header: 'Operator', cell: ({ operator }) => operator },
  { key: 'action', header: 'Action', cell: ({ action }) => actName(action) },
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

function Subject({ action: entry }: { readonly action: ActionEntry }) {
  const { action, subject, member } = entry;
  if (!member) return action === 'search' ? <SearchedSubjects subject={subject} /> : <Named action={entry} />;
  const name = member.name ?? member.id;
  const isSaid = subject === '' || subject === name || subject === `member ${member.id}`;
  return (
    <div>
      {isSaid ? null : action === 'search' ? <p>{subject.split(': ')[0]}</p> : <Named action={entry} />}
      <MemberName member={member} />
    </div>
  );
}

/** A subject that is recorded by its kind and id leads to its page; others are words already. */
function Named({ action: { subject, subject_name } }: { readonly action: ActionEntry }) {
  const [, kind = '', id = ''] =
    /^([a-z_]+) ([0-9a-f]{8}-[0-9a-f-]{27}|[a-z0-9-]+\/\d{4}-\d{2}-\d{2})$/.exec(subject) ?? [];
  return <div>{isKind(kind) ? <Found kind={kind} id={id} name={subject_name} /> : subject}</div>;
}
