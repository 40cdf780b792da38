// The frequently asked questions. They have no ids: each gets one from its position in the list.
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';
import { rows } from '@/api/rows.ts';

export const faqResponse = z.object({
  data: rows(
    z.object({
      name: z.string(),
      questions: rows(z.object({ question: z.string(), answer: z.string() })),
    }),
  ),
});

export interface Question {
  readonly id: string;
  readonly question: string;
  /** HTML, sanitised by the server. */
  readonly answer: string;
}

export interface Category {
  readonly name: string;
  readonly questions: readonly Question[];
}

function withIds({ data }: z.infer<typeof faqResponse>): readonly Category[] {
  return data.map(({ name, questions }, category) => ({
    name,
    questions: questions.map((question, index) => ({ ...question, id: `${category}-${index}` })),
  }));
}

export const faqQuery = queryOptions({
  queryKey: ['faq'],
  queryFn: ({ signal }) => call('/faq', { schema: faqResponse, signal }),
  select: withIds,
  staleTime: 5 * 60_000,
});
