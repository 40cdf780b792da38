// The changes of content: by whom, when and why, with every difference; and the way back.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { announce, Button, Stack, Loaded, Page } from '@/ui';
import type { ContentChange } from '../../api/generated/ContentChange.ts';
import { hasRole, useSession } from '../../api/session.ts';
import { ActDialog, Unknown } from '../../ui/index.ts';
import { ChangeEntry } from './ChangeEntry.tsx';
import { Differences } from './Differences.tsx';
import { differences } from './differences.ts';
import { KIND_NAMES, kindOf, unknownKinds } from './kinds.ts';
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
    announce(removes(undoing) ? `Undone: ${undoing.title} is removed for members.` : 'Undone.');
    await queryClient.invalidateQueries({ queryKey: CONTENT });
  };

  return (
    <Page
      title={named ? `Changes of ${named}` : `Changes: ${KIND_NAMES[kind].many}`}
      intro="Newest first. A change is undone by another one, which is recorded too."
    >
      <KindTabs kind={kind} />
      <Unknown sentences={unknownKinds(search.kind)} />
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
            <>
              <p>{effectOf(undoing)}</p>
              <p>Later changes of the same item are undone with it; they stay in this list.</p>
              <Differences
                kind={kindOf(undoing.kind)}
                differences={differences(undoing.after, undoing.before)}
              />
            </>
          }
          confirmLabel={removes(undoing) ? 'Remove for members' : 'Undo'}
          isDangerous
          onConfirm={confirm}
          onClose={() => setUndoing(undefined)}
        />
      ) : null}
    </Page>
  );
}

/** Before the change there was no item, or none that members saw. */
const removes = ({ before, after }: ContentChange) => isPublished(after) && !isPublished(before);

const isPublished = (state: object) => 'published' in state && state.published !== null;

function effectOf(change: ContentChange): string {
  if (removes(change)) {
    return 'Before this change members did not see the item: it is removed, and members do not find it any more.';
  }
  return isPublished(change.before)
    ? 'The state before this change is restored, and members see it at once.'
    : 'The state before this change is restored. Members did not see the item then, and do not see it now.';
}
