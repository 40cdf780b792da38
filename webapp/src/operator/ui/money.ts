// Amounts as operators read and type them. The server counts in cents.

const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' });

/** `€12.50` */
export const euros = (cents: number) => format.format(cents / 100);

/** `12.50`, as it is typed into a field. */
export const asTypedEuros = (cents: number) => (cents / 100).toFixed(2);

/** The cents of `12`, `12.5`, `12.50` or `12,50`; undefined for anything else. */
export function centsOf(text: string): number | undefined {
  const found = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (!found) return undefined;
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
}

/** The same of an amount that may be below zero, such as `-12,50`. */
export function signedCentsOf(text: string): number | undefined {
  const [, minus, rest = ''] = /^([-−]?) ?(.*)$/.exec(text.trim()) ?? [];
  const cents = centsOf(rest);
  return minus && cents ? -cents : cents;
}
