// A subject's timeline: pages of stored entries, newest first, and what came since the first page was read.
import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import type { TimelineEntry } from '../../api/generated/TimelineEntry.ts';
import { get } from '../../api/client.ts';
import { EventAnswer } from '../../api/generated/EventAnswer.ts';
import { TimelinePage } from '../../api/generated/TimelinePage.ts';
import { parameters } from '../../api/pages.ts';
import { isEvent } from '../../api/entries.ts';
import type { Kind } from '../../api/kinds.ts';

const LIMIT = 100;
const POLL_MS = 1_500;

/** As they are in the address. */
export interface Filters {
  /** What it is about, such as `bookings`. */
  readonly category?: string | undefined;
  /** Words that an entry says. */
  readonly text?: string | undefined;
  /** Names, separated by commas. */
  readonly events?: string | undefined;
  readonly actor?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The parameters of an address that filter the timeline on its screen. */
export const FILTER_NAMES = ['category', 'text', 'events', 'actor', 'from', 'to'] as const;

/** All of them, so that those that are undefined remove what the address has. */
export const filtersOf = (search: Filters): Filters =>
  Object.fromEntries(FILTER_NAMES.map((name) => [name, search[name]]));

export interface TimelineOf {
  readonly kind: Kind;
  readonly id: string;
  readonly filters: Filters;
}

function addressOf({ kind, id, filters }: TimelineOf, more: Record<string, number>): string {
  return `/timeline?${parameters({ kind, id, ...filters, ...more, limit: LIMIT })}`;
}

const keyOf = ({ kind, id, filters }: TimelineOf) => ['timeline', kind, id, filters] as const;

export const pagesQuery = (of: TimelineOf) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(of), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      get(addressOf(of, pageParam === null ? {} : { before: pageParam }), TimelinePage, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }: TimelinePage) => next,
    // New entries come by the other query; to read all pages again would only move the reader.
    staleTime: Infinity,
    refetchOnReconnect: false,
  });

interface Live {
  /** Newest first. */
  readonly entries: readonly TimelineEntry[];
  readonly newest: number;
  readonly newest_act: number;
}

/** Polls while the page is visible. `onNews` hears of new events and acts, so that the state can be read again. */
export const liveQuery = (queryClient: QueryClient, of: TimelineOf, onNews: () => void) => {
  const queryKey = [...keyOf(of), 'live'] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Live> => {
      const pages =
        queryClient.getQueryData<InfiniteData<TimelinePage>>(pagesQuery(of).queryKey)?.pages ?? [];
      const before = queryClient.getQueryData<Live>(queryKey) ?? {
        entries: [],
        newest: pages[0]?.newest ?? 0,
        newest_act: pages[0]?.newest_act ?? 0,
      };
      const { entries, newest, newest_act } = await get(
        addressOf(of, { after: before.newest, acts_after: before.newest_act }),
        TimelinePage,
        { signal, isBackground: true },
      );
      const known = new Set([...before.entries, ...pages.flatMap((page) => page.entries)].map(entryKey));
      const added = entries.filter((entry) => !known.has(entryKey(entry)));
      if (added.length > 0) onNews();
      if (added.length === 0 && newest === before.newest && newest_act === before.newest_act) return before;
      return {
        entries: [...added, ...before.entries],
        newest: Math.max(newest, before.newest),
        newest_act: Math.max(newest_act, before.newest_act),
      };
    },
    staleTime: Infinity,
    retry: false,
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
  });
};

export function entryKey(entry: TimelineEntry): string {
  return isEvent(entry)
    ? `event ${entry.position}`
    : `act ${entry.at} ${entry.act} ${entry.operator} ${entry.what}`;
}

/** Each entry once: an act without a position can be on two pages. */
export function distinct(entries: readonly TimelineEntry[]): readonly TimelineEntry[] {
  return [...new Map(entries.map((entry) => [entryKey(entry), entry])).values()];
}

export const eventQuery = (position: string) =>
  queryOptions({
    queryKey: ['event', position],
    queryFn: ({ signal }) => get(`/event?${new URLSearchParams({ position })}`, EventAnswer, { signal }),
    // An event that was recorded does not change.
    staleTime: 5 * 60_000,
  });
