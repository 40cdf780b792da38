// The filter on the clubs: name, city or keywords, without regard to case or accents.

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

interface Searchable {
  readonly name: string;
  readonly city: string;
  readonly keywords: string;
}

export function clubMatches(filter: string): (club: Searchable) => boolean {
  const wanted = fold(filter.trim());
  return ({ name, city, keywords }) => [name, city, keywords].some((text) => fold(text).includes(wanted));
}
