// The search, and what it finds.
import { queryOptions } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import { SearchAnswer } from '../../api/generated/SearchAnswer.ts';

export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => get(`/search?${new URLSearchParams({ q })}`, SearchAnswer, { signal }),
  });
