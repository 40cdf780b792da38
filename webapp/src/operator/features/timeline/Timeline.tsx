// The timeline of a subject: filters, what came since it was opened, and the acts.
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { ApiError } from '@/api/error.ts';
import { announce, Button, Stack, Loaded, Skeleton, useStableCallback } from '@/ui';
import { failureText } from '../../api/failure.ts';
import type { Kind } from '../../api/kinds.ts';
import { distinct, FILTER_NAMES, liveQuery, pagesQuery, type Filters } from './queries.ts';
import styles from './Timeline.module.css';
import { TimelineFilters } from './TimelineFilters.tsx';
import { VirtualEntries } from './VirtualEntries.tsx';

interface TimelineProps {
  readonly kind: Kind;
  readonly id: string;
  /** Beside the filters. */
  readonly action?: ReactNode;
  readonly filters: Filters;
  readonly onFilter: (filters: Filters) => void;
  readonly shownPosition: number | null;
  /** New events or acts are here: the state can have changed. */
  readonly onNews: () => void;
}

export function Timeline({ kind, id, action, filters, onFilter, shownPosition, onNews }: TimelineProps) {
  const queryClient = useQueryClient();
  const of = { kind, id, filters };
  const pages = useInfiniteQuery(pagesQuery(of));
  const live = useQuery({
    ...liveQuery(queryClient, of, useStableCallback(onNews)),
    enabled: pages.data !== undefined,
  });
  const added = live.data?.entries;
  useAnnouncement(added?.length ?? 0, JSON.stringify(of));

  const own = useMemo(() => ({ kind, id }), [kind, id]);
  const stored = pages.data?.pages;
  const entries = useMemo(
    () => distinct([...(added ?? []), ...(stored ?? []).flatMap((page) => page.entries)]),
    [added, stored],
  );
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  const loadMore = useStableCallback(() => {
    // Scrolling calls this more often than the screen is rendered: the first request goes on.
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError)
      void fetchNextPage({ cancelRefetch: false });
  });
  const pagesRead = stored?.length ?? 0;
  // The server reads a part of a long history for a text, and may find nothing in it.
  const isSearching = hasNextPage && entries.length === 0;
  const pagesInVain = isSearching ? pagesRead : 0;
  useEffect(() => {
    if (pagesInVain > 0) loadMore();
  }, [pagesInVain, loadMore]);

  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const mistakes = mistakesOf(pages.error);

  return (
    <Stack gap={3}>
      <TimelineFilters
        names={stored?.[0]?.event_names ?? []}
        categories={stored?.[0]?.categories ?? []}
        filters={filters}
        mistakes={mistakes}
        action={action}
        onFilter={onFilter}
      />
      <p className={styles.live} data-stopped={live.error ? true : undefined}>
        {live.error
          ? `Live updates are interrupted: ${failureText(live.error)}`
          : 'Live: what happens appears here by itself.'}
      </p>
      {Object.keys(mistakes).length > 0 ? null : (
        <Loaded
          // The failure of a later page is shown where that page would be.
          query={
            isFetchNextPageError
              ? { ...pages, error: null, data: entries }
              : { ...pages, data: stored && entries }
          }
          empty={
            isSearching ? null : (
              <p>{isFiltered ? 'No event matches these filters.' : 'Nothing has happened yet.'}</p>
            )
          }
          skeleton={<Skeleton height="1.875rem" count={12} />}
        >
          {(all) => (
            <VirtualEntries
              entries={all}
              own={own}
              shownPosition={shownPosition}
              pagesRead={pagesRead}
              isComplete={!hasNextPage}
              onNearEnd={loadMore}
            />
          )}
        </Loaded>
      )}
      {isFetchNextPageError ? (
        <Stack role="alert" gap={3} align="start" className="soft">
          <p>{failureText(pages.error)}</p>
          <Button
            variant="secondary"
            onClick={() => void fetchNextPage()}
            busyText={isFetchingNextPage && 'trying…'}
          >
            Try again
          </Button>
        </Stack>
      ) : null}
      {isFetchingNextPage && !isFetchNextPageError ? (
        <p className="soft">
          {filters.text
            ? `Looking in earlier events, after ${searchedIn(stored)}…`
            : 'Loading earlier events…'}
        </p>
      ) : null}
      {stored && !hasNextPage && entries.length > 0 ? (
        <p className="soft">{`This is the first event${isFiltered ? ' that matches' : ''}.`}</p>
      ) : null}
    </Stack>
  );
}

/** Events that were read for a text so far, in words. */
function searchedIn(pages: readonly { readonly searched?: number | undefined }[] = []): string {
  const events = pages.reduce((sum, { searched = 0 }) => sum + searched, 0);
  return `${events.toLocaleString('en')} that were read`;
}

/** The server's sentences about filters that it cannot read; they stand at their fields. */
function mistakesOf(error: Error | null): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError) || error.status !== 422) return {};
  return Object.fromEntries(
    Object.entries(error.fields).filter(([name]) => FILTER_NAMES.some((known) => known === name)),
  );
}

/** Says how many entries were added; `timeline` names what is shown, since another one starts anew. */
function useAnnouncement(count: number, timeline: string): void {
  const said = useRef({ timeline, count });
  useEffect(() => {
    const before = said.current.timeline === timeline ? said.current.count : count;
    said.current = { timeline, count };
    const added = count - before;
    if (added > 0) announce(added === 1 ? '1 new entry' : `${added} new entries`);
  }, [count, timeline]);
}
