// What is wrong with a filter.
import { ApiError } from '@/api/error.ts';

/** The server's sentences about fields of the filter; they stand there. */
export function mistakesOf(error: Error | null, fields: readonly string[]): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError) || error.status !== 422) return {};
  return Object.fromEntries(Object.entries(error.fields).filter(([name]) => fields.includes(name)));
}
