// The questions that a search finds. A search needs three characters.
import { findAll, fold } from '@/ui';
import { htmlContains } from './highlight.ts';
import type { Category } from './queries.ts';

export const MIN_TERM = 3;

/** The search term, folded; empty while too short. */
export function searchTerm(typed: string): string {
  const term = fold(typed.trim());
  return [...term].length >= MIN_TERM ? term : '';
}

/** The ids of the questions whose text or answer contains the term. */
export function findQuestions(categories: readonly Category[], term: string): ReadonlySet<string> {
  if (!term) return new Set();
  const found = categories
    .flatMap(({ questions }) => questions)
    .filter(({ question, answer }) => findAll(question, term).length > 0 || htmlContains(answer, term));
  return new Set(found.map(({ id }) => id));
}
