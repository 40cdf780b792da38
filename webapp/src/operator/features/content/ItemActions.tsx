// The other ways on from an item: its changes, throwing its draft away, and removing it.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { announce, Button, ButtonLink } from '@/ui';
import type { ContentItem } from '../../api/generated/ContentItem.ts';
import { ActDialog } from '../../ui/index.ts';
import { mayVanish } from './kinds.ts';
import { change, CONTENT } from './queries.ts';

type What = 'discard' | 'remove';

const effects: Readonly<Record<What, string>> = {
  discard: 'The draft and its times are thrown away. What members see now remains.',
  remove:
    'Members do not see it any more, and its draft is thrown away. The list of changes keeps it: there it can be undone.',
};

export function ItemActions({ item, mayWrite }: { readonly item: ContentItem; readonly mayWrite: boolean }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState<What>();
  const { kind, key, title } = item;

  const confirm = async (reason: string) => {
    if (!open) return;
    await change(open, item, reason);
    announce(open === 'remove' ? `Removed: ${title}.` : 'The draft is thrown away.');
    await navigate({ to: '/content', search: { kind } });
    await queryClient.invalidateQueries({ queryKey: CONTENT });
  };

  return (
    <>
      <ButtonLink to="/content/changes" search={{ kind, key }} preload={false}>
        Changes
      </ButtonLink>
      {mayWrite && item.draft ? (
        <Button variant="secondary" onClick={() => setOpen('discard')}>
          Discard the draft
        </Button>
      ) : null}
      {mayWrite && mayVanish(kind) ? (
        <Button variant="danger" onClick={() => setOpen('remove')}>
          Remove
        </Button>
      ) : null}
      {open ? (
        <ActDialog
          title={open === 'remove' ? `Remove ${title}` : `Discard the draft of ${title}`}
          explanation={<p>{effects[open]}</p>}
          confirmLabel={open === 'remove' ? 'Remove' : 'Discard'}
          isDangerous
          onConfirm={confirm}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </>
  );
}
