// What a club said about its course, and the days that members can book.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/error.ts';
import { clubGet, clubPost } from '@/club/api/client.ts';
import { ChangedDay } from '@/club/api/generated/ChangedDay.ts';
import type { ChangeDay } from '@/club/api/generated/ChangeDay.ts';
import { CourseDays } from '@/club/api/generated/CourseDays.ts';
import { CourseReports } from '@/club/api/generated/CourseReports.ts';
import { DayPreview } from '@/club/api/generated/DayPreview.ts';
import type { PreviewDay } from '@/club/api/generated/PreviewDay.ts';
import { dayChanged } from '@/club/features/arrivals/queries.ts';

export const courseQuery = queryOptions({
  queryKey: ['course'],
  queryFn: ({ signal }) => clubGet(CourseReports, '/course', { signal }),
});

export const courseDaysQuery = queryOptions({
  queryKey: ['course-days'],
  queryFn: ({ signal }) => clubGet(CourseDays, '/days', { signal }),
  refetchInterval: 60_000,
});

const changeOf = (date: string) => `/days/${encodeURIComponent(date)}`;

export const previewDay = (date: string, body: PreviewDay) =>
  clubPost(DayPreview, `${changeOf(date)}/preview`, body);

/** Whom closing the day meets, as it is now. */
export const closingQuery = (date: string) =>
  queryOptions({
    queryKey: ['course-days', date, 'closing'],
    queryFn: () => previewDay(date, { change: 'close' }),
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

export const changeDay = (date: string, body: ChangeDay) =>
  clubPost(ChangedDay, `${changeOf(date)}/change`, body);

/** Whom the change meets by now, where others than were seen. */
export function metByNow(error: unknown): DayPreview | undefined {
  return error instanceof ApiError ? DayPreview.safeParse(error.current).data : undefined;
}

export const reloadDays = (queries: QueryClient, date: string) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: courseDaysQuery.queryKey, exact: true }),
    queries.invalidateQueries(courseQuery),
    dayChanged(queries, date),
  ]);
