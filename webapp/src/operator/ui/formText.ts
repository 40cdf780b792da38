// The values that were typed into a form, without spaces around them.

export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

/** At most six digits; undefined for any other text. */
export function wholeNumberOf(form: FormData, name: string): number | undefined {
  const text = textOf(form, name);
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
