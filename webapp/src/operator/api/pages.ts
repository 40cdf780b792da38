// A list that the server answers page by page: each page names where the next one begins.
import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { get } from './client.ts';

/** The parameters that have a value. */
export function parameters(
  asked: Readonly<Record<string, string | number | null | undefined>>,
): URLSearchParams {
  const given = Object.entries(asked).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

type PageSchema = z.core.$ZodType<{ readonly next?: string | number | null | undefined }>;

/** `rows` makes of the pages what the screen shows. */
export const pagedQuery = <Schema extends PageSchema, Rows>(
  queryKey: QueryKey,
  path: string,
  asked: Readonly<Record<string, string | undefined>>,
  schema: Schema,
  rows: (pages: readonly z.core.output<Schema>[]) => Rows,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      get(`${path}?${parameters({ ...asked, before: pageParam })}`, schema, { signal }),
    initialPageParam: null as string | number | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => rows(pages),
  });
