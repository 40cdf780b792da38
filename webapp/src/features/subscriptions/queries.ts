// Subscriptions and their ledgers. Both screens use the same query.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { LedgerAnswer } from '@/api/generated/LedgerAnswer.ts';
import { SubscriptionsAnswer } from '@/api/generated/SubscriptionsAnswer.ts';
import { tolerant } from '@/api/tolerant.ts';
import { failureText } from '@/api/error.ts';
import { ROUNDS } from '@/api/rounds.ts';
import { refetchWhileStale } from '@/features/offline/refetchStale.ts';
import { pollDelay, type Purchase } from './purchaseOutcome.ts';

const subscriptionKeys = {
  all: [ROUNDS, 'subscriptions'] as const,
  ledger: (id: string) => [ROUNDS, 'ledger', id] as const,
};

export const subscriptionsQuery = queryOptions({
  queryKey: subscriptionKeys.all,
  queryFn: ({ signal }) => call('/users/me/subscriptions', { schema: tolerant(SubscriptionsAnswer), signal }),
  meta: { storeOffline: true },
  select: ({ data }) => data,
});

/** The same, polled with growing intervals while the payment of that purchase is open. */
export function subscriptionsAfter(purchase: Purchase | null) {
  return queryOptions({
    ...subscriptionsQuery,
    // Only data fetched after the payment can show its outcome.
    ...(purchase ? { refetchOnMount: 'always' as const } : {}),
    refetchInterval: (query) =>
      purchase && query.state.data?.data.purchaseStatus?.[purchase] === 'open'
        ? pollDelay(query.state.dataUpdateCount)
        : refetchWhileStale(query),
  });
}

/** Newest first; a page at a time. */
export const ledgerQuery = (subscriptionId: string) =>
  infiniteQueryOptions({
    queryKey: subscriptionKeys.ledger(subscriptionId),
    queryFn: ({ signal, pageParam }) => {
      const before = pageParam ? `?before=${encodeURIComponent(pageParam)}` : '';
      const path = `/users/me/subscriptions/${encodeURIComponent(subscriptionId)}/ledger${before}`;
      return call(path, { schema: tolerant(LedgerAnswer), signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next || undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });

const FAILURE = 'fout bij het ophalen van abonnementen';

/** For both screens. */
export function subscriptionsFailure(error: Error): readonly string[] {
  return ['Fout bij het ophalen van vouchers:', failureText(error, { failure: FAILURE, network: FAILURE })];
}
