// All news, sorted newest first.
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';
import { rows } from '@/api/rows.ts';

const newsItem = z.object({ title: z.string(), contents: z.string(), post_date: z.string() });
export type NewsItem = z.infer<typeof newsItem>;

export const newsResponse = z.object({ data: rows(newsItem) });

export const newsQuery = queryOptions({
  queryKey: ['news', 'all'],
  queryFn: ({ signal }) => call('/news', { schema: newsResponse, signal }),
  select: ({ data }) => data.toSorted((a, b) => b.post_date.localeCompare(a.post_date)),
  staleTime: 60_000,
});
