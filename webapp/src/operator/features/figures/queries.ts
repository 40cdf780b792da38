// The figures of a period, of a club or a kind of pass; and the address of one table as a file.
import { queryOptions } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import { parameters } from '../../api/pages.ts';
import { FiguresAnswer } from '../../api/generated/FiguresAnswer.ts';

export interface FiguresFilter {
  /** A month, as `2026-01`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly club?: string | undefined;
  readonly pass?: string | undefined;
}

export const figuresQuery = (filter: FiguresFilter) =>
  queryOptions({
    queryKey: ['figures', parameters({ ...filter }).toString()],
    queryFn: ({ signal }) => get(`/figures?${parameters({ ...filter })}`, FiguresAnswer, { signal }),
    // They change slowly, and cost the database more than other questions.
    staleTime: 60_000,
  });

export function csvAddress(part: string, filter: FiguresFilter): string {
  return `/operator/api/figures/csv?${parameters({ ...filter, part })}`;
}
