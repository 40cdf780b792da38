// The important news that this member has not dismissed.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';

export const important = z.object({
  data: z.array(z.object({ id: z.string(), title: z.string(), contents: z.string() })),
});
export type Important = z.infer<typeof important>;

export const importantQuery = queryOptions({
  queryKey: ['news', 'important'],
  queryFn: ({ signal }) => call('/news/important', { schema: important, signal }),
  staleTime: 5 * 60_000,
});

/** The longest delay of the other content, while the news is loading. */
const MAX_WAIT_MS = 400;

export interface NewsBlock {
  /** Above the other content; below it when the news is late, so that the content does not move. */
  readonly place: 'waiting' | 'above' | 'below';
  readonly items: Important['data'];
}

/** The news, on a screen whose other content may be ready before it. Empty after a failure. */
export function useImportantNews(contentIsReady: boolean): NewsBlock {
  const { data, isPending } = useQuery(importantQuery);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!contentIsReady || !isPending) return;
    const timer = setTimeout(() => setLate(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [contentIsReady, isPending]);
  const place = isPending ? 'waiting' : 'above';
  return { place: late ? 'below' : place, items: data?.data ?? [] };
}
