// A page that an editor wrote, by its slug.
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { PageAnswer } from '@/api/generated/PageAnswer.ts';

/** `forEverybody`: it needs no log-in, so a session that has ended does not matter. */
export const pageQuery = (slug: string, forEverybody: boolean) =>
  queryOptions({
    queryKey: ['page', slug],
    queryFn: ({ signal }) =>
      call(`/content/page/${encodeURIComponent(slug)}`, {
        schema: PageAnswer,
        withToken: !forEverybody,
        signal,
      }),
    select: ({ data }) => data,
    staleTime: 5 * 60_000,
  });
