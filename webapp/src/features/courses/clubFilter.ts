// Which clubs are shown and in what order: the filter looks at name, city and keywords, without regard to case
// or accents, and what can be reserved comes first.
import { fold } from '@/ui/fold.ts';

interface Searchable {
  readonly name: string;
  readonly city: string;
  readonly keywords: string;
}

export function clubMatches(filter: string): (club: Searchable) => boolean {
  const wanted = fold(filter.trim());
  return ({ name, city, keywords }) => [name, city, keywords].some((text) => fold(text).includes(wanted));
}

/** The clubs that can be reserved, then the others, each in the order in which the server gave them. */
export function reservableFirst<Club extends { readonly reservable: boolean }>(
  clubs: readonly Club[],
): readonly Club[] {
  return clubs.toSorted((a, b) => Number(b.reservable) - Number(a.reservable));
}
