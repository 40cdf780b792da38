// The frequently asked questions. They have no ids: each gets one from its position in the list.
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { FaqAnswer } from '@/api/generated/FaqAnswer.ts';
import { tolerant } from '@/api/tolerant.ts';

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

function withIds({ data }: FaqAnswer): readonly Category[] {
  return data.map(({ name, questions }, category) => ({
    name,
    questions: questions.map((question, index) => ({ ...question, id: `${category}-${index}` })),
  }));
}

export const faqQuery = queryOptions({
  queryKey: ['faq'],
  queryFn: ({ signal }) => call('/faq', { schema: tolerant(FaqAnswer), signal }),
  select: withIds,
  staleTime: 5 * 60_000,
});
