// What rules refused to members, page by page, newest first; and how often each rule did.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import { RefusalsPage } from '../../api/generated/RefusalsPage.ts';
import { RuleCounts } from '../../api/generated/RuleCounts.ts';

export interface RefusalsFilter {
  readonly rule?: string | undefined;
  /** An e-mail address or an id. */
  readonly member?: string | undefined;
}

export const refusalsQuery = ({ rule, member }: RefusalsFilter) =>
  infiniteQueryOptions({
    queryKey: ['refusals', rule ?? '', member ?? ''],
    queryFn: ({ pageParam, signal }) => {
      const asked = new URLSearchParams();
      if (pageParam) asked.set('before', pageParam);
      if (rule) asked.set('rule', rule);
      if (member) asked.set('member', member);
      return get(`/refusals?${asked}`, RefusalsPage, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ refusals }) => refusals),
  });

export const ruleCountsQuery = (member: string | undefined) =>
  queryOptions({
    queryKey: ['refusals', 'rules', member ?? ''],
    queryFn: async ({ signal }) => {
      const asked = new URLSearchParams(member ? { member } : {});
      return (await get(`/refusals/rules?${asked}`, RuleCounts, { signal })).rules;
    },
  });
