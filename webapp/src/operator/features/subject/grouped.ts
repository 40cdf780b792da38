// Facts and changes come in order, each with the section that it belongs to.

export function grouped<Row extends { readonly section: string }>(
  rows: readonly Row[],
): readonly (readonly [string, readonly Row[]])[] {
  const sections = new Map<string, Row[]>();
  for (const row of rows) sections.set(row.section, [...(sections.get(row.section) ?? []), row]);
  return [...sections];
}
