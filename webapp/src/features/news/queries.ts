// All news, sorted newest first.
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { NewsAnswer } from '@/api/generated/NewsAnswer.ts';
import { tolerant } from '@/api/tolerant.ts';

export const newsQuery = queryOptions({
  queryKey: ['news', 'all'],
  queryFn: ({ signal }) => call('/news', { schema: tolerant(NewsAnswer), signal }),
  select: ({ data }) => data.toSorted((a, b) => b.post_date.localeCompare(a.post_date)),
  staleTime: 60_000,
});
