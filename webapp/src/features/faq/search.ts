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

/** The questions that were found, by category; then the other questions of these categories; then the rest. */
export function foundFirst(categories: readonly Category[], found: ReadonlySet<string>) {
  const matches = ({ questions }: Category) => questions.some(({ id }) => found.has(id));
  const withMatches = categories.filter(matches);
  const others = withMatches.flatMap(({ questions }) => questions.filter(({ id }) => !found.has(id)));
  return {
    matching: withMatches.map(({ name, questions }) => ({
      name,
      questions: questions.filter(({ id }) => found.has(id)),
    })),
    others: others.length > 0 ? [{ name: 'Andere vragen over deze onderwerpen', questions: others }] : [],
    rest: categories.filter((category) => !matches(category)),
  };
}
