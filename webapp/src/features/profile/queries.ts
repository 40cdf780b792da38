// Reading and saving the profile. It is removed from the cache when the screen closes, and not fetched again while
// the form is open: new data could conflict with what the member is typing.
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ProfileFields } from '@/api/generated/ProfileFields.ts';
import { call } from '@/api/client.ts';
import { ProfileAnswer } from '@/api/generated/ProfileAnswer.ts';
import { meQuery } from '@/api/me.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { toProfile, unparsed, type ProfileDraft } from './draft.ts';
import { removeSavedEdits } from './edits.ts';

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => call('/users/me/profile', { schema: ProfileAnswer, signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

export type SaveProfile = ReturnType<typeof useSaveProfile>;

/** Saves, then reads back what the server stored (it normalises the postcode, for example). */
export function useSaveProfile() {
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: async (draft: ProfileDraft): Promise<ProfileFields> => {
      const changed = toProfile(draft);
      await call('/users/me/profile', { method: 'POST', body: { ...changed, ...unparsed(draft) } });
      removeSavedEdits(draft);
      // It is saved: a failure to read it back must not look like a failure to save.
      const [reloaded] = await Promise.allSettled([
        queries.fetchQuery({ ...profileQuery, staleTime: 0 }),
        queries.invalidateQueries({ queryKey: meQuery.queryKey }),
      ]);
      return reloaded.status === 'fulfilled' ? reloaded.value.data : changed;
    },
  });
}
