// Filters and sorts clubs: the filter searches name, city and keywords and ignores case and accents; clubs that can
// be reserved come first.
import { fold } from '@/ui/fold.ts';

interface Searchable {
  readonly name: string;
  readonly city: string;
  readonly keywords: string;
}

export function clubMatches(filter: string): (club: Searchable) => boolean {
  const foldedFilter = fold(filter.trim());
  return ({ name, city, keywords }) =>
    [name, city, keywords].some((text) => fold(text).includes(foldedFilter));
}

/** The clubs that can be reserved, then the others, each in the order in which the server gave them. */
export function reservableFirst<Club extends { readonly reservable: boolean }>(
  clubs: readonly Club[],
): readonly Club[] {
  return clubs.toSorted((a, b) => Number(b.reservable) - Number(a.reservable));
}
