// The search, and what it finds.
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '@/api/error.ts';
import { get } from './client.ts';
import { SearchAnswer } from './generated/SearchAnswer.ts';

/** The server's limit, in letters. */
export const LONGEST_SEARCH = 200;

export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => get(`/search?${new URLSearchParams({ q })}`, SearchAnswer, { signal }),
    // What the server does not take, or not from this operator, it will not take again.
    retry: (count, error) => count < 2 && !(error instanceof ApiError && [403, 422].includes(error.status)),
  });

/** The first hits, while a text is typed. */
export const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q, 'first'],
    queryFn: ({ signal }) =>
      get(`/search?${new URLSearchParams({ q, limit: '8' })}`, SearchAnswer, { signal }),
    staleTime: 60_000,
    retry: false,
  });
