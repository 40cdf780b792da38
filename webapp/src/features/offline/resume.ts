// An app that was left open for a night shows rounds, days and play rights of yesterday. Before anybody acts on them
// they are fetched again: until then the screen does not respond.
import type { Query, QueryClient } from '@tanstack/react-query';
import { dayAt } from '@/api/clock.ts';
import { announce } from '@/ui';
import { isServerReached } from '@/ui/serverContact.ts';
import { isRefreshing, REFRESHING, setRefreshing } from './refreshing.ts';

const AWAY_MS = 60 * 60_000;
const LOOK_EVERY_MS = 60_000;

/** Never a command: it is sent once. */
const isData = (query: Query) => query.meta?.['command'] !== true && query.state.data !== undefined;

async function refresh(queries: QueryClient): Promise<void> {
  const startedAt = Date.now();
  const focused = document.activeElement;
  setRefreshing(true);
  announce(REFRESHING);
  await queries.refetchQueries({ type: 'active', predicate: isData });
  // The other screens fetch theirs anew. Without the server old data, marked as such, are better than none.
  if (isServerReached()) {
    const isOld = (query: Query) => isData(query) && query.state.dataUpdatedAt < startedAt;
    queries.removeQueries({ type: 'inactive', predicate: isOld });
  }
  setRefreshing(false);
  // An element that does not respond loses the focus.
  setTimeout(() => {
    if (focused instanceof HTMLElement && document.activeElement === document.body) {
      focused.focus({ preventScroll: true });
    }
  });
}

/** Fetches what is shown again after an absence, and when the day changes. Returns a function that stops it. */
export function refreshAfterAbsence(queries: QueryClient): () => void {
  let lastSeen = Date.now();
  const look = () => {
    if (document.visibilityState === 'hidden') return;
    const now = Date.now();
    const wasAway = now - lastSeen > AWAY_MS || dayAt(now) !== dayAt(lastSeen);
    lastSeen = now;
    if (wasAway && !isRefreshing()) void refresh(queries);
  };
  // No event tells of every suspension: a device can sleep below a visible page.
  const timer = setInterval(look, LOOK_EVERY_MS);
  document.addEventListener('visibilitychange', look);
  document.addEventListener('resume', look);
  window.addEventListener('pageshow', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    document.removeEventListener('resume', look);
    window.removeEventListener('pageshow', look);
  };
}
