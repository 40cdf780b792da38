// Search parameters are plain text: the router's default is JSON, which would turn an id of digits into a number.

type Texts<Key extends string> = { readonly [K in Key]?: string | undefined };

/** Keeps the named parameters that hold text. */
export function searchTexts<const Key extends string>(...keys: readonly Key[]) {
  return (search: Record<string, unknown>): Texts<Key> => {
    const found: { [K in Key]?: string } = {};
    for (const key of keys) {
      const value = search[key];
      if (typeof value === 'string' && value !== '') found[key] = value;
    }
    return found;
  };
}

export const parseSearch = (search: string) => Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const defined = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(defined.map(([key, value]) => [key, String(value)])).toString();
  return query && `?${query}`;
}
