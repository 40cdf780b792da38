// Past and cancelled rounds, a page at a time, latest first.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { ReservationList } from '@/api/generated/ReservationList.ts';
import { tolerant } from '@/api/tolerant.ts';
import { reservationKeys } from '@/features/reservations/queries.ts';

export const PAGE_SIZE = 10;

export const historyQuery = infiniteQueryOptions({
  queryKey: reservationKeys.history,
  queryFn: ({ pageParam, signal }) => {
    const before = pageParam ? `&before=${encodeURIComponent(pageParam)}` : '';
    return call(`/reservations/history?limit=${PAGE_SIZE}${before}`, {
      schema: tolerant(ReservationList),
      signal,
    });
  },
  // A booking or a cancellation invalidates it.
  staleTime: 60_000,
  initialPageParam: '',
  // A page that is not full is the last one.
  getNextPageParam: ({ data }) => (data.length < PAGE_SIZE ? undefined : data.at(-1)?.reservation_id),
  select: ({ pages }) => pages.flatMap(({ data }) => data),
});
