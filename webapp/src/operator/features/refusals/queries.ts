// Members' refused attempts, page by page, newest first; and how often each rule refused.
import { queryOptions } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import { RefusalsPage } from '../../api/generated/RefusalsPage.ts';
import { pagedQuery, parameters } from '../../api/pages.ts';
import { RuleCounts } from '../../api/generated/RuleCounts.ts';

export interface RefusalsFilter {
  readonly rule?: string | undefined;
  /** An e-mail address or an id. */
  readonly member?: string | undefined;
}

export const refusalsQuery = ({ rule, member }: RefusalsFilter) =>
  pagedQuery(['refusals', rule ?? '', member ?? ''], '/refusals', { rule, member }, RefusalsPage, (pages) =>
    pages.flatMap(({ refusals }) => refusals),
  );

export const ruleCountsQuery = (member: string | undefined) =>
  queryOptions({
    queryKey: ['refusals', 'rules', member ?? ''],
    queryFn: async ({ signal }) =>
      (await get(`/refusals/rules?${parameters({ member })}`, RuleCounts, { signal })).rules,
  });
