// Members' refused attempts, page by page, newest first; and how often each rule refused.
import { queryOptions } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import { postForFile } from '../../api/files.ts';
import type { RefusalsFilter as Asked } from '../../api/generated/RefusalsFilter.ts';
import { RefusalsPage } from '../../api/generated/RefusalsPage.ts';
import { pagedQuery, parameters } from '../../api/pages.ts';
import { RuleCounts } from '../../api/generated/RuleCounts.ts';

export interface RefusalsFilter {
  readonly rule?: string | undefined;
  /** An e-mail address or an id. */
  readonly member?: string | undefined;
  /** A club, by its id. */
  readonly club?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const FIELDS = ['rule', 'member', 'club', 'from', 'to'] as const;

export const isFiltered = (filter: RefusalsFilter) => FIELDS.some((field) => filter[field] !== undefined);

export const refusalsQuery = ({ rule, member, club, from, to }: RefusalsFilter) =>
  pagedQuery(
    ['refusals', rule ?? '', member ?? '', club ?? '', from ?? '', to ?? ''],
    '/refusals',
    { rule, member, club, from, to },
    RefusalsPage,
    (pages) => pages.flatMap(({ refusals }) => refusals),
  );

/** At most 10,000 rows; the server refuses more at `from`. */
export const exportRefusals = (filter: RefusalsFilter, reason: string) =>
  postForFile('/refusals/export', { filter: filter satisfies Asked, reason });

export const ruleCountsQuery = (member: string | undefined) =>
  queryOptions({
    queryKey: ['refusals', 'rules', member ?? ''],
    queryFn: async ({ signal }) =>
      (await get(`/refusals/rules?${parameters({ member })}`, RuleCounts, { signal })).rules,
  });
