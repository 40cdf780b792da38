// What operators viewed and did, page by page, newest first.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import { ActionsPage } from '../../api/generated/ActionsPage.ts';

export interface ActionsFilter {
  readonly operator?: string | undefined;
  readonly subject?: string | undefined;
}

export const actionsQuery = (filter: ActionsFilter) =>
  infiniteQueryOptions({
    queryKey: ['actions', filter.operator ?? '', filter.subject ?? ''],
    queryFn: ({ pageParam, signal }) => {
      const asked = new URLSearchParams();
      if (pageParam) asked.set('before', pageParam);
      if (filter.operator) asked.set('operator', filter.operator);
      if (filter.subject) asked.set('subject', filter.subject);
      return get(`/actions?${asked}`, ActionsPage, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ actions }) => actions),
  });
