// What was typed into a form.

export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

/** Undefined where it is none. */
export function wholeNumberOf(form: FormData, name: string): number | undefined {
  const text = textOf(form, name);
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
