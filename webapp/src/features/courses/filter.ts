interface Searchable {
  readonly name: string;
  readonly city: string;
  readonly keywords: string;
}

/** The clubs whose name, city or keywords contain the text, whatever its case. */
export function matchingClubs<Club extends Searchable>(
  clubs: readonly Club[],
  wanted: string,
): readonly Club[] {
  const text = wanted.trim().toLowerCase();
  return clubs.filter((club) =>
    [club.name, club.city, club.keywords].some((field) => field.toLowerCase().includes(text)),
  );
}
