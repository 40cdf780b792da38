// A page that an editor wrote, by its slug.
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';

export const pageResponse = z.object({ data: z.object({ title: z.string(), contents: z.string() }) });

/** `forEverybody`: it needs no log-in, so a session that has ended does not matter. */
export const pageQuery = (slug: string, forEverybody: boolean) =>
  queryOptions({
    queryKey: ['page', slug],
    queryFn: ({ signal }) =>
      call(`/content/page/${encodeURIComponent(slug)}`, {
        schema: pageResponse,
        withToken: !forEverybody,
        signal,
      }),
    select: ({ data }) => data,
    staleTime: 5 * 60_000,
  });
