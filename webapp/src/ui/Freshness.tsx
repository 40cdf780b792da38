// Around the data of a query: when they were fetched, if they may be old, with a button to fetch them again. Old data
// must never look fresh.
import { Clock } from 'lucide-react';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { shortDate } from './format.ts';
import { Row } from './layout.tsx';
import { useServerReached } from './serverContact.ts';
import { texts } from './texts.ts';
import { useOnline } from './useOnline.ts';

const OLD_MS = 60_000;

interface FreshnessProps {
  readonly query: {
    readonly error: Error | null;
    readonly dataUpdatedAt: number;
    /** The data that are shown are then still those of a successful fetch. */
    readonly isFetchNextPageError?: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  readonly children: ReactNode;
}

/** True inside data that are shown as old: data within them do not repeat it. */
const WithinOld = createContext(false);

export function Freshness({ query, children }: FreshnessProps) {
  const withinOld = use(WithinOld);
  const { error, dataUpdatedAt: at, isFetchNextPageError = false } = query;
  const online = useOnline();
  const isOld = useUnreachedWhileOld(at);
  const refetchFailed = error !== null && !isFetchNextPageError;
  const shown = at > 0 && (refetchFailed || isStoredCopy(at) || isOld || !online);
  return (
    <WithinOld value={withinOld || shown}>
      {shown && !withinOld ? <UpdatedAt at={at} onRetry={query.refetch} /> : null}
      {children}
    </WithinOld>
  );
}

/** Whether data that were fetched at this time, in ms, are a stored copy: from before this page was opened. */
export const isStoredCopy = (at: number): boolean => at > 0 && at < performance.timeOrigin;

/** Whether the data are older than a minute while the server cannot be reached. */
function useUnreachedWhileOld(at: number): boolean {
  const reached = useServerReached();
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (reached) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, at + OLD_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [at, reached]);
  return !reached && now - at >= OLD_MS;
}

const amsterdam = { timeZone: 'Europe/Amsterdam' } as const;
const time = new Intl.DateTimeFormat('nl-NL', { ...amsterdam, hour: '2-digit', minute: '2-digit' });
const isoDay = new Intl.DateTimeFormat('sv-SE', amsterdam);
/** By this device's clock, which gave the time of the update. */
const isToday = (day: string) => day === isoDay.format(Date.now());

function UpdatedAt({ at, onRetry }: { readonly at: number; readonly onRetry: () => Promise<unknown> }) {
  // Not `isFetching`: the app tries again by itself too, and the button must not change under a finger.
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    await onRetry();
    setRetrying(false);
  };
  const day = isoDay.format(at);
  const date = isToday(day) ? undefined : shortDate(day);
  return (
    <Row gap={2} lineGap={0} align="center" className="soft small">
      <Clock aria-hidden size={16} />
      <span>{texts().updated?.(time.format(at), date)}</span>
      <Button variant="quiet" busyText={retrying && texts().busy} onClick={() => void retry()}>
        {texts().retry}
      </Button>
    </Row>
  );
}
