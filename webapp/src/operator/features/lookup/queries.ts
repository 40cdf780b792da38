// The search, and what it finds.
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { get } from '../../api/client.ts';

const resultSchema = z.object({ kind: z.string(), id: z.string(), title: z.string(), detail: z.string() });
export type Result = z.infer<typeof resultSchema>;

const answerSchema = z.object({
  results: z.array(resultSchema),
  position: z.nullable(z.number()),
  message: z.nullable(z.string()),
});

export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => get(`/search?${new URLSearchParams({ q })}`, answerSchema, { signal }),
  });
