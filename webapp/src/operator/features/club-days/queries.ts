// The days of a club, and what support changes about one. Each change has a reason, which is stored, and a notice, which
// members read.
import { infiniteQueryOptions, queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import { get, post } from '../../api/client.ts';
import { postForFile } from '../../api/files.ts';
import type { CloseDay } from '../../api/generated/CloseDay.ts';
import { ChangedDay } from '../../api/generated/ChangedDay.ts';
import { ClubDays } from '../../api/generated/ClubDays.ts';
import { ClubDaysBoard } from '../../api/generated/ClubDaysBoard.ts';
import { DayPlayers } from '../../api/generated/DayPlayers.ts';
import { MetRounds } from '../../api/generated/MetRounds.ts';

export const PAGE_DAYS = 30;

const pathOf = (club: string) => `/clubs/${encodeURIComponent(club)}/days`;

const daysKey = (club: string) => ['club-days', club] as const;

/** From that day on, a page at a time. */
export const daysQuery = (club: string, from: string) =>
  infiniteQueryOptions({
    queryKey: [...daysKey(club), 'from', from],
    queryFn: ({ pageParam, signal }) =>
      get(`${pathOf(club)}?from=${pageParam}&count=${PAGE_DAYS}`, ClubDays, { signal }),
    initialPageParam: from,
    getNextPageParam: ({ days }) => {
      const last = days.at(-1);
      return last && dayAfter(last.date);
    },
    select: ({ pages }) => ({ club: pages[0]?.club, days: pages.flatMap(({ days }) => days) }),
  });

/** One day. */
export const dayQuery = (club: string, date: string) =>
  queryOptions({
    queryKey: [...daysKey(club), 'day', date],
    queryFn: ({ signal }) => get(`${pathOf(club)}?from=${date}&count=1`, ClubDays, { signal }),
    select: ({ club: of, days }) => ({ club: of, day: days[0] }),
  });

/** All clubs on each of so many days from that day on. */
export const boardQuery = (from: string, days: number) =>
  queryOptions({
    queryKey: ['club-days', 'board', from, days],
    queryFn: ({ signal }) =>
      get(`/club-days?from=${encodeURIComponent(from)}&days=${days}`, ClubDaysBoard, { signal }),
  });

/** Who plays on a day, asked anew whenever it is shown: others go on booking. */
export const playersQuery = (club: string, date: string) =>
  queryOptions({
    queryKey: [...daysKey(club), 'players', date],
    queryFn: ({ signal }) => get(`${pathOf(club)}/${date}/players`, DayPlayers, { signal }),
    staleTime: 0,
  });

export const exportPlayers = (club: string, date: string, reason: string) =>
  postForFile(`${pathOf(club)}/${date}/players/export`, { reason });

export function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

export type ChangeKind = 'close' | 'limit';

export interface DayChange {
  readonly club: string;
  readonly date: string;
  readonly change: ChangeKind;
  /** Null when the day is closed. */
  readonly capacity: number | null;
}

/** The rounds that the change would meet, asked anew whenever they are shown: others go on booking. */
export const previewQuery = (asked: DayChange | null) =>
  queryOptions({
    queryKey: ['day-preview', asked],
    queryFn: asked
      ? ({ signal }) =>
          post(
            `${pathOf(asked.club)}/${asked.date}/preview`,
            { change: asked.change, capacity: asked.capacity },
            MetRounds,
            { signal },
          )
      : skipToken,
    staleTime: 0,
    gcTime: 0,
  });

export const changeDay = ({ club, date, change, capacity }: DayChange, announcement: CloseDay) =>
  post(
    `${pathOf(club)}/${date}/${change}`,
    change === 'limit' ? { ...announcement, capacity } : announcement,
    ChangedDay,
  );

export const reopenDay = (club: string, date: string, reason: string) =>
  post(`${pathOf(club)}/${date}/reopen`, { reason }, null);

/** A change of a day meets members, bookings and their timelines too. */
export function reloadAfterChange(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== 'day-preview',
  });
}
