// What a system may do, in words.
export const SCOPES = ['arrivals.read', 'arrivals.write', 'course.read', 'course.write'] as const;
type Scope = (typeof SCOPES)[number];

export const scopeNames: Readonly<Record<Scope, string>> = {
  'arrivals.read': 'rondes en aankomsten lezen, met de namen van spelers',
  'arrivals.write': 'aankomsten melden',
  'course.read': 'de staat van de baan lezen',
  'course.write': 'de staat van de baan melden',
};

const isKnown = (scope: string): scope is Scope => SCOPES.some((known) => known === scope);

/** Without those of a later release. */
export const scopesText = (scopes: readonly string[]): string =>
  scopes
    .filter(isKnown)
    .map((scope) => scopeNames[scope])
    .join('; ');
