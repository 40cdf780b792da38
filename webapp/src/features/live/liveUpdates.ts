// Holds a connection open over which the server reports changes of the member's rounds. The changed data is then
// fetched as usual: an event contains no data, so it can neither be outdated nor disclose anything.
import { firstPosition } from '@/api/position.ts';
import { getSession } from '@/session/session.ts';
import { readEvents } from './eventStream.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** The server sends something at least twice in this time; without it the connection is closed and opened again. */
const IDLE_TIMEOUT_MS = 65_000;

interface Options {
  readonly onChange: () => void;
  /** The connection was refused: the data on the screen can be old, and the server may be away. */
  readonly onRefused?: () => void;
  /** Spreads the reconnections after a restart of the server; between 0 and 1. */
  readonly jitter?: () => number;
}

/** Opens the connection while the page is visible. Returns a function that closes it. */
export function followChanges({ onChange, onRefused, jitter = Math.random }: Options): () => void {
  let position = '';
  let attempt = 0;
  let stopped = false;
  let connection: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const connect = async () => {
    const controller = new AbortController();
    connection = controller;
    const outcome = await listen(controller).catch(() => 'disconnected' as const);
    if (connection !== controller) return;
    connection = null;
    if (outcome === 'refused' && !stopped) onRefused?.();
    // An old token or a server without live updates: then queries are fetched on focus only.
    if (outcome === 'rejected') stop();
    else if (!stopped) retry();
  };

  const listen = async (controller: AbortController): Promise<'rejected' | 'refused' | 'disconnected'> => {
    const headers = new Headers({ accept: 'text/event-stream' });
    headers.set('authorization', `Bearer ${getSession().token ?? ''}`);
    // The data on the screen may be older than this connection.
    position ||= firstPosition();
    if (position) headers.set('last-event-id', position);
    const response = await fetch('/api/live', {
      headers,
      cache: 'no-store',
      signal: controller.signal,
    }).catch(() => null);
    if (!response) return 'refused';
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    if (!response.ok || !response.body || !isStream) {
      return response.status >= 500 || response.status === 429 ? 'refused' : 'rejected';
    }
    let idleTimer = setTimeout(() => controller.abort(), IDLE_TIMEOUT_MS);
    const onBytes = () => {
      attempt = 0;
      clearTimeout(idleTimer);
      idleTimer = setTimeout(() => controller.abort(), IDLE_TIMEOUT_MS);
    };
    try {
      for await (const event of readEvents(response.body, onBytes)) {
        if (event.id !== undefined) position = event.id;
        if (event.data !== undefined) onChange();
      }
    } finally {
      clearTimeout(idleTimer);
    }
    return 'disconnected';
  };

  const retry = () => {
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
    attempt += 1;
    timer = setTimeout(start, wait * (0.5 + jitter() / 2));
  };

  const start = () => {
    clearTimeout(timer);
    if (!stopped && !connection && document.visibilityState === 'visible') void connect();
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

  const stop = () => {
    stopped = true;
    clearTimeout(timer);
    connection?.abort();
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', start);
  };

  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', start);
  start();
  return stop;
}
