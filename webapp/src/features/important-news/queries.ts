// The important news that this member has not dismissed, and dismissing it.
import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '@/api/client.ts';
import { ImportantNewsAnswer } from '@/api/generated/ImportantNewsAnswer.ts';
import type { ImportantNews } from '@/api/generated/ImportantNews.ts';
import { tolerant } from '@/api/tolerant.ts';

export const importantQuery = queryOptions({
  queryKey: ['news', 'important'],
  queryFn: ({ signal }) => call('/news/important', { schema: tolerant(ImportantNewsAnswer), signal }),
  staleTime: 5 * 60_000,
});

const DISMISS = ['news', 'dismiss'] as const;

/** Without a network it waits until there is one. */
export function useDismiss() {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: DISMISS,
    networkMode: 'online',
    mutationFn: ({ id }: ImportantNews) => call('/news/important/dismiss', { method: 'POST', body: { id } }),
    onSuccess: async (_, { id }) => {
      // An answer that is on its way may be older than this.
      await queries.cancelQueries(importantQuery);
      queries.setQueryData(
        importantQuery.queryKey,
        (old: ImportantNewsAnswer | undefined) => old && { data: old.data.filter((item) => item.id !== id) },
      );
      void queries.invalidateQueries(importantQuery);
    },
  });
}

/** The longest delay of the content below the news, while it is loading. */
const MAX_WAIT_MS = 400;

export interface NewsBlock {
  /** Above the other content; below it when the news is late, so that the content does not move. */
  readonly place: 'waiting' | 'above' | 'below';
  readonly items: readonly ImportantNews[];
}

/** The news, on a screen whose other content may be ready before it. Empty after a failure. An item is hidden while
 * its dismissal is on its way, so that it is back by itself when that failed. */
export function useImportantNews(contentIsReady: boolean): NewsBlock {
  const { data, isPending } = useQuery(importantQuery);
  const hidden = useMutationState({
    filters: { mutationKey: DISMISS, status: 'pending' },
    select: ({ state }) => (state.variables as ImportantNews | undefined)?.id,
  });
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!contentIsReady || !isPending) return;
    const timer = setTimeout(() => setLate(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [contentIsReady, isPending]);
  const place = isPending ? 'waiting' : 'above';
  const items = data?.data.filter(({ id }) => !hidden.includes(id)) ?? [];
  return { place: late ? 'below' : place, items };
}
