// Saving an item: what the server answers, and the way back to the list.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { ApiError } from '@/api/error.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { announce } from '@/ui';
import type { ContentKind } from './kinds.ts';
import { CONTENT, currentOf, save, type Saving } from './queries.ts';

const DONE = { now: 'Published', draft: 'The draft is saved', at: 'Planned' } as const;

export function useSaving(kind: ContentKind, onSaved: () => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const hasSaved = useRef(false);
  const saving = useSingleMutation({
    mutationFn: (content: Saving) => save(content),
    onSuccess: async ({ title }, { publish }) => {
      hasSaved.current = true;
      onSaved();
      announce(`${DONE[publish]}: ${title}.`);
      await navigate({ to: '/content', search: { kind } });
      await queryClient.invalidateQueries({ queryKey: CONTENT });
    },
  });
  const { error } = saving;
  return {
    save: saving.mutate,
    isSaving: saving.isPending,
    /** Read when the operator leaves: then nothing is lost. */
    isSaved: () => hasSaved.current,
    error,
    errors: error instanceof ApiError ? error.fields : {},
    /** The item as it is stored, when another change came in between. */
    current: currentOf(error),
  };
}
