// The browsers in which one is logged in. A session that one does not know can be ended here at once.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { Alert, announce, Badge, Button, Loaded, Region } from '@/ui';
import { failureText } from '../../api/failure.ts';
import type { OwnSessionEntry } from '../../api/generated/OwnSessionEntry.ts';
import { DataTable, type Column, Instant } from '../../ui/index.ts';
import { browserText } from './browserText.ts';
import { endSessions, ownSessionsQuery } from './queries.ts';

const described: readonly Column<OwnSessionEntry>[] = [
  {
    key: 'browser',
    header: 'Browser',
    isRowHeader: true,
    cell: ({ browser }) => <span title={browser}>{browserText(browser)}</span>,
  },
  { key: 'created', header: 'Logged in', cell: ({ created_at }) => <Instant at={created_at} /> },
  { key: 'seen', header: 'Last used', cell: ({ last_seen_at }) => <Instant at={last_seen_at} /> },
];

export function OwnSessions({ className }: { readonly className?: string | undefined }) {
  const queryClient = useQueryClient();
  const query = useQuery(ownSessionsQuery);
  const ending = useSingleMutation({
    mutationFn: (ids: readonly string[]) => endSessions(ids),
    onSuccess: (_, ids) => announce(ids.length === 1 ? 'The session has ended.' : 'The sessions have ended.'),
    // After a failure too: some of them may have ended.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  });

  const others = (query.data ?? []).filter(({ is_current }) => !is_current).map(({ id }) => id);
  const isEnding = (id: string) => ending.isPending && ending.variables.includes(id);
  const columns: readonly Column<OwnSessionEntry>[] = [
    ...described,
    {
      key: 'end',
      header: 'Access',
      // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, no component
      cell: (session) => (
        <Access session={session} isEnding={isEnding(session.id)} onEnd={() => ending.mutate([session.id])} />
      ),
    },
  ];

  return (
    <Region title="Your sessions" className={className}>
      <Loaded query={query}>
        {(sessions) => (
          <>
            <DataTable
              caption="Your sessions"
              hideCaption
              columns={columns}
              rows={sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current))}
              rowKey={({ id }) => id}
            />
            <Alert>{ending.error && failureText(ending.error)}</Alert>
            {others.length > 0 ? (
              <div>
                <Button
                  variant="danger"
                  onClick={() => ending.mutate(others)}
                  busyText={ending.isPending && 'ending…'}
                >
                  End all others ({others.length})
                </Button>
              </div>
            ) : (
              <p>You are logged in nowhere else.</p>
            )}
          </>
        )}
      </Loaded>
    </Region>
  );
}

interface AccessProps {
  readonly session: OwnSessionEntry;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

function Access({ session: { browser, is_current }, isEnding, onEnd }: AccessProps) {
  // One's own ends by logging out.
  if (is_current) return <Badge>this session</Badge>;
  return (
    <Button
      variant="secondary"
      aria-label={`End this session: ${browserText(browser)}`}
      onClick={onEnd}
      busyText={isEnding && 'ending…'}
    >
      End this session
    </Button>
  );
}
