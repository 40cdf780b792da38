// Saving an item: what the server answers, and the way back to the list.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { ApiError } from '@/api/error.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import type { ContentKind } from './kinds.ts';
import { CONTENT, currentOf, save, type Saving } from './queries.ts';

export function useSaving(kind: ContentKind, onSaved: () => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const hasSaved = useRef(false);
  const saving = useSingleMutation({
    mutationFn: (content: Saving) => save(content),
    onSuccess: async ({ key }, { publish }) => {
      hasSaved.current = true;
      onSaved();
      await navigate({ to: '/content', search: { kind, saved: key, how: publish } });
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
