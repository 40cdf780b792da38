// The server's sentences as a list of links to their fields.
import type { FieldProblem } from '@/ui';
import type { FieldSpec } from './fields.ts';

/** The id of the control of a field, such as `closures[0].date`. */
export const idOf = (path: string) => `field-${path}`;

const OTHERS: Readonly<Record<string, string>> = {
  reason: 'Reason',
  appears_at: 'Appears at',
  vanishes_at: 'Vanishes at',
  has_vanished: 'Has vanished',
};

const partsOf = (path: string) => /^([^[.]+)(?:\[(\d+)\])?\.?(.*)$/.exec(path) ?? [];

/** The field of a path, within a list's entry too. */
export function fieldAt(fields: readonly FieldSpec[], path: string): FieldSpec | undefined {
  const [, name = path, , rest] = partsOf(path);
  const field = fields.find((one) => one.name === name);
  return field?.type === 'list' && rest ? fieldAt(field.fields, rest) : field;
}

/** The label of a field in its form, such as `Closed days 1, Day`. */
export function labelOf(fields: readonly FieldSpec[], path: string): string {
  const [, name = path, index, rest] = partsOf(path);
  const field = fields.find((one) => one.name === name);
  if (!field) return OTHERS[path] ?? path;
  if (index === undefined) return field.label;
  const inside = field.type === 'list' && rest ? `, ${labelOf(field.fields, rest)}` : '';
  return `${field.label} ${Number(index) + 1}${inside}`;
}

export function problemsOf(
  fields: readonly FieldSpec[],
  errors: Readonly<Record<string, string>>,
): readonly FieldProblem[] {
  return Object.entries(errors).map(([path, error]) => ({
    field: idOf(path),
    label: labelOf(fields, path),
    error,
  }));
}
