// The differences of two rows or states, field by field.

export interface Difference {
  /** Such as `closures[0].date`. */
  readonly field: string;
  /** Null: the field is not there. */
  readonly before: string | null;
  readonly after: string | null;
}

function flatten(value: unknown, path: string, into: Map<string, string>): void {
  if (value === null || value === undefined || value === '' || value === false) return;
  if (Array.isArray(value)) {
    if (value.length === 0) return;
    if (value.every((one) => typeof one !== 'object')) into.set(path, value.join(', '));
    else for (const [index, one] of value.entries()) flatten(one, `${path}[${index}]`, into);
    return;
  }
  if (typeof value === 'object') {
    for (const [name, one] of Object.entries(value))
      flatten(one, path === '' ? name : `${path}.${name}`, into);
    return;
  }
  into.set(path, value === true ? 'yes' : String(value));
}

export function differences(before: unknown, after: unknown): readonly Difference[] {
  const [earlier, later] = [new Map<string, string>(), new Map<string, string>()];
  flatten(before, '', earlier);
  flatten(after, '', later);
  const fields = [...new Set([...earlier.keys(), ...later.keys()])];
  return fields
    .map((field) => ({ field, before: earlier.get(field) ?? null, after: later.get(field) ?? null }))
    .filter((one) => one.before !== one.after);
}
