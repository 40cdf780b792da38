// Reading and saving the profile. Nothing of it is kept after the screen closes, and it is not fetched again
// while the form is open: a refresh in the background must not meet what the member is typing.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { meQuery } from '@/api/me.ts';
import { acknowledgement } from '@/api/schemas.ts';
import { profileAnswer, type Profile } from './schemas.ts';

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => call('/users/me/profile', { schema: profileAnswer, signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** Saves, then reads back what the server made of it (a postcode is normalised, for one). */
export function useSaveProfile() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (changed: Profile) => {
      await call('/users/me/profile', { method: 'POST', body: changed, schema: acknowledgement });
      // Saved is saved: a failure to read it back must not look like a failure to save.
      const [reloaded] = await Promise.allSettled([
        queries.fetchQuery({ ...profileQuery, staleTime: 0 }),
        queries.invalidateQueries({ queryKey: meQuery.queryKey }),
      ]);
      return reloaded.status === 'fulfilled' ? reloaded.value.data : changed;
    },
  });
}
