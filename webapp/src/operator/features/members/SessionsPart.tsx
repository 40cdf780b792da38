// Where the member is logged in.
import { useState } from 'react';
import { Badge, browserName, Button } from '@/ui';
import type { MemberSession } from '../../api/generated/MemberSession.ts';
import { DataTable, type Column, Instant, formatInstant } from '../../ui/index.ts';
import { Part, type PartProps } from './Part.tsx';

const described: readonly Column<MemberSession>[] = [
  {
    key: 'created',
    header: 'Logged in',
    isRowHeader: true,
    cell: ({ created_at }) => <Instant at={created_at} />,
  },
  { key: 'browser', header: 'Browser', cell: ({ browser = '' }) => browserText(browser) },
  {
    key: 'seen',
    header: 'Last used',
    cell: ({ last_seen_at }) => (last_seen_at ? <Instant at={last_seen_at} /> : 'not known'),
  },
  { key: 'expires', header: 'Ends at the latest', cell: ({ expires_at }) => <Instant at={expires_at} /> },
  {
    key: 'whose',
    header: 'By',
    cell: ({ is_impersonation }) => (
      <span>{is_impersonation ? <Badge tone="sand">an operator</Badge> : 'the member'}</span>
    ),
  },
];

/** `Firefox 151 on Windows`, as the member reads it too. */
function browserText(userAgent: string): string {
  const browser = browserName(userAgent);
  if (!browser) return 'not known';
  const { name, version, system } = browser;
  return [name, version, system && `on ${system}`].filter(Boolean).join(' ');
}

/** The latest ones; a member who never logs out has many. */
const SHOWN = 5;

export function SessionsPart({ member: { member, sessions }, done, onAct }: PartProps) {
  const [showsAll, setShowsAll] = useState(false);
  const columns: readonly Column<MemberSession>[] = onAct
    ? [
        ...described,
        {
          key: 'end',
          header: 'Act',
          // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, no component
          cell: (session) => (
            <span>
              <Button
                variant="secondary"
                aria-label={`End the session of ${formatInstant(session.created_at)}`}
                onClick={() => onAct({ act: 'end-sessions', session })}
              >
                End…
              </Button>
            </span>
          ),
        },
      ]
    : described;
  const endAll =
    onAct && sessions.length > 1 ? (
      <Button variant="secondary" onClick={() => onAct({ act: 'end-sessions', session: undefined })}>
        End all ({sessions.length})…
      </Button>
    ) : null;
  const removePasskeys =
    onAct && member.passkeys > 0 ? (
      <Button variant="secondary" onClick={() => onAct({ act: 'remove-passkeys' })}>
        Remove passkeys ({member.passkeys})…
      </Button>
    ) : null;
  const shown = showsAll ? sessions : sessions.slice(0, SHOWN);
  return (
    <Part
      part="sessions"
      title="Sessions"
      done={done}
      action={
        <>
          {removePasskeys}
          {endAll}
        </>
      }
    >
      {sessions.length === 0 ? (
        <p>The member is logged in nowhere.</p>
      ) : (
        <>
          <DataTable caption="Sessions" hideCaption columns={columns} rows={shown} rowKey={({ id }) => id} />
          {shown.length < sessions.length ? (
            <div>
              <Button variant="secondary" onClick={() => setShowsAll(true)}>
                Show all {sessions.length}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </Part>
  );
}
