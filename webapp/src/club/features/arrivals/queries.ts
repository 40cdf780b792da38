// A day of the club. Without the server it is the list that this device keeps.
import { queryOptions, useQueries, useQuery, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/error.ts';
import { useOnline } from '@/ui';
import { clubGet, clubPost } from '@/club/api/client.ts';
import { ArrivalDay } from '@/club/api/generated/ArrivalDay.ts';
import type { IrregularScan } from '@/club/api/generated/IrregularScan.ts';
import { ScanResult } from '@/club/api/generated/ScanResult.ts';
import { WalkInAnswer } from '@/club/api/generated/WalkInAnswer.ts';
import { readOfflineDay } from '@/club/features/scan/store.ts';
import { fromStored, type Day } from './day.ts';
import { forgetKnown } from './own.ts';

/** Where live updates do not come through. */
const REFETCH_MS = 60_000;

const DAYS = 'club-days';

export const dayQuery = (date: string) =>
  queryOptions({
    queryKey: [DAYS, date],
    queryFn: async ({ signal }) => {
      const day = await clubGet(ArrivalDay, `/days/${encodeURIComponent(date)}`, { signal });
      forgetKnown(day);
      return day;
    },
    refetchInterval: REFETCH_MS,
  });

const storedDayQuery = (date: string) =>
  queryOptions({
    queryKey: [DAYS, date, 'stored'],
    // A query has no undefined.
    queryFn: async () => (await readOfflineDay(date)) ?? null,
    gcTime: 0,
    staleTime: 0,
  });

/** The day, as `Loaded` takes it. */
export function useDay(date: string) {
  const online = useOnline();
  const query = useQuery({ ...dayQuery(date), enabled: online });
  const isAway = query.data === undefined && (!online || query.failureCount > 0) && !isRefusal(query.error);
  const stored = useQuery({ ...storedDayQuery(date), enabled: isAway }).data;
  const { isFetching, refetch } = query;
  const error = query.error ?? (online || query.data ? null : NO_NETWORK);
  const day: Day | undefined = query.data;
  if (!isAway || !stored)
    return { data: day, error, dataUpdatedAt: query.dataUpdatedAt, isFetching, refetch };
  return { data: fromStored(stored.day), error, dataUpdatedAt: stored.at, isFetching, refetch };
}

const NO_NETWORK = new ApiError('network', 0);

const isRefusal = (error: Error | null) =>
  error instanceof ApiError && error.kind === 'http' && error.status < 500;

/** Several days, as `Loaded` takes them. */
export function useDays(dates: readonly string[]) {
  const online = useOnline();
  return useQueries({
    queries: dates.map((date) => ({ ...dayQuery(date), enabled: online })),
    combine: (queries) => {
      const days = queries.flatMap(({ data }) => data ?? []);
      return {
        data: days.length > 0 ? days : undefined,
        error: queries.find(({ error }) => error)?.error ?? (online || days.length > 0 ? null : NO_NETWORK),
        dataUpdatedAt: Math.min(...queries.map((query) => query.dataUpdatedAt)),
        isFetching: queries.some((query) => query.isFetching),
        refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
      };
    },
  });
}

/** Without a date: every day. */
export const dayChanged = (queries: QueryClient, date?: string) =>
  queries.invalidateQueries({ queryKey: date === undefined ? [DAYS] : dayQuery(date).queryKey });

export const annulArrival = (date: string, place: string, reason: string) =>
  clubPost(null, '/arrivals/annul', { date, place, reason });

export const correctHoles = (date: string, place: string, holes: number, reason: string) =>
  clubPost(null, '/arrivals/holes', { date, place, holes, reason });

export const recordAbsences = (date: string, places: readonly string[], reason: string) =>
  clubPost(null, '/absences', { date, places, reason });

export const withdrawAbsence = (date: string, place: string, reason: string) =>
  clubPost(null, '/absences/withdraw', { date, place, reason });

export const decideScan = (date: string, { scan }: IrregularScan, counts: boolean, reason: string) =>
  clubPost(null, '/arrivals/decide', { date, scan, counts, reason });

export const checkWalkIn = (email: string, holes: number) =>
  clubPost(WalkInAnswer, '/walk-ins/check', { email, holes });

/** With the same nonce it is booked once. */
export const bookWalkIn = (nonce: string, email: string, holes: number) =>
  clubPost(ScanResult, '/walk-ins', { nonce, email, holes });
