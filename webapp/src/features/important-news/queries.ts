// The important news that this member has not dismissed.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';

const important = z.object({
  data: z.array(z.object({ id: z.string(), title: z.string(), contents: z.string() })),
});
export type Important = z.infer<typeof important>;

export const importantQuery = queryOptions({
  queryKey: ['news', 'important'],
  queryFn: ({ signal }) => call('/news/important', { schema: important, signal }),
  staleTime: 5 * 60_000,
});

/** As long as news may still push aside what stands below it. */
const PATIENCE_MS = 400;

/** True once the news is in or has had its time: what stands below it can then be shown without moving again. */
export function useNewsSettled(): boolean {
  const { isPending } = useQuery(importantQuery);
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return !isPending || waited;
}
