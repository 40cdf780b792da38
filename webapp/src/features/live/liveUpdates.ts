// Keeps a connection open over which the server says that something about the member's rounds changed. The
// changes are then fetched as always: an event has no data, so it can neither be wrong nor leak.
import { firstPosition } from '@/api/position.ts';
import { getSession } from '@/session/session.ts';
import { readEvents } from './eventStream.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** The server sends something at least twice in this time; after it the connection counts as lost. */
const IDLE_TIMEOUT_MS = 65_000;

interface Options {
  readonly onChange: () => void;
  /** Spreads the reconnections after a restart of the server; between 0 and 1. */
  readonly jitter?: () => number;
}

/** Opens the connection while the page is visible. Returns a function that closes it. */
export function followChanges({ onChange, jitter = Math.random }: Options): () => void {
  let position = '';
  let attempt = 0;
  let ended = false;
  let connection: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const connect = async () => {
    const mine = new AbortController();
    connection = mine;
    const outcome = await listen(mine).catch(() => 'lost' as const);
    if (connection !== mine) return;
    connection = null;
    // An old token or a server without live updates: then queries are fetched on focus only.
    if (outcome === 'refused') end();
    else if (!ended) retry();
  };

  const listen = async (mine: AbortController): Promise<'refused' | 'lost'> => {
    const headers = new Headers({ accept: 'text/event-stream' });
    headers.set('authorization', `Bearer ${getSession().token ?? ''}`);
    // The data on the screen may be older than this connection.
    position ||= firstPosition();
    if (position) headers.set('last-event-id', position);
    const response = await fetch('/api/live', { headers, cache: 'no-store', signal: mine.signal });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    if (!response.ok || !response.body || !isStream) {
      return response.status >= 500 || response.status === 429 ? 'lost' : 'refused';
    }
    let idleTimer = setTimeout(() => mine.abort(), IDLE_TIMEOUT_MS);
    const onBytes = () => {
      attempt = 0;
      clearTimeout(idleTimer);
      idleTimer = setTimeout(() => mine.abort(), IDLE_TIMEOUT_MS);
    };
    try {
      for await (const event of readEvents(response.body, onBytes)) {
        if (event.id !== undefined) position = event.id;
        if (event.data !== undefined) onChange();
      }
    } finally {
      clearTimeout(idleTimer);
    }
    return 'lost';
  };

  const retry = () => {
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
    attempt += 1;
    timer = setTimeout(start, wait * (0.5 + jitter() / 2));
  };

  const start = () => {
    clearTimeout(timer);
    if (!ended && !connection && document.visibilityState === 'visible') void connect();
  };

  // A hidden tab closes its connection: a browser has only six for all tabs together.
  const onVisibility = () => {
    if (document.visibilityState === 'visible') start();
    else {
      clearTimeout(timer);
      connection?.abort();
      connection = null;
    }
  };

  const end = () => {
    ended = true;
    clearTimeout(timer);
    connection?.abort();
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', start);
  };

  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', start);
  start();
  return end;
}
