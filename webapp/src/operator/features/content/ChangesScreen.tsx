// The changes of content: by whom, when and why, with every difference; and the way back.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { announce, Button, Stack, Loaded, Page } from '@/ui';
import type { ContentChange } from '../../api/generated/ContentChange.ts';
import { hasRole, useSession } from '../../api/session.ts';
import { ActDialog } from '../../ui/index.ts';
import { ChangeEntry } from './ChangeEntry.tsx';
import { KIND_NAMES, kindOf } from './kinds.ts';
import { KindTabs } from './KindTabs.tsx';
import { changesQuery, CONTENT, undo } from './queries.ts';

export function ChangesScreen() {
  const search = useSearch({ from: '/_inside/content/changes' });
  const kind = kindOf(search.kind);
  const query = useInfiniteQuery(changesQuery(kind, search.key));
  const queryClient = useQueryClient();
  const [undoing, setUndoing] = useState<ContentChange>();
  const mayWrite = hasRole(useSession(), 'content', 'admin');
  const named = search.key === undefined ? undefined : query.data?.[0]?.title;

  const confirm = async (reason: string) => {
    if (!undoing) return;
    await undo(undoing.id, undoing.version, reason);
    setUndoing(undefined);
    announce('Undone.');
    await queryClient.invalidateQueries({ queryKey: CONTENT });
  };

  return (
    <Page
      title={named ? `Changes of ${named}` : `Changes: ${KIND_NAMES[kind].many}`}
      intro="Newest first. A change is undone by another one, which is recorded too."
    >
      <KindTabs kind={kind} />
      <Loaded query={query} empty={<p role="status">No change was recorded yet.</p>}>
        {(changes) => (
          <Stack as="ol" gap={5}>
            {changes.map((change) => (
              <ChangeEntry
                key={change.id}
                change={change}
                onUndo={mayWrite ? () => setUndoing(change) : undefined}
              />
            ))}
          </Stack>
        )}
      </Loaded>
      {query.hasNextPage ? (
        <div>
          <Button
            variant="secondary"
            onClick={() => void query.fetchNextPage()}
            busyText={query.isFetchingNextPage && 'loading…'}
          >
            Load more
          </Button>
        </div>
      ) : null}
      {undoing ? (
        <ActDialog
          title={`Undo: ${undoing.title}`}
          explanation={
            <p>
              The state before this change is restored, and members see it at once. Later changes of the same
              item are undone with it; they stay in this list.
            </p>
          }
          confirmLabel="Undo"
          isDangerous
          onConfirm={confirm}
          onClose={() => setUndoing(undefined)}
        />
      ) : null}
    </Page>
  );
}
