// Listens to the server, which reports the days that change. A report has no data: the day is then fetched as usual.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dayChanged } from './queries.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** A group arrives within a moment. */
const DEBOUNCE_MS = 150;

/** Calls `onChange` with a day, or without one when any may have changed. Returns a function that stops it. */
export function followDays(onChange: (date?: string) => void): () => void {
  let source: EventSource | undefined;
  let wait = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasOpen = false;

  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const open = () => {
    close();
    // A hidden page has no connection: a browser has only six for all tabs together. Without a network there is none to try.
    if (document.visibilityState === 'hidden' || !navigator.onLine) return;
    const opened = new EventSource('/club/api/live');
    source = opened;
    opened.addEventListener('open', () => {
      wait = FIRST_WAIT_MS;
      // What changed in between was not reported.
      if (wasOpen) onChange();
      wasOpen = true;
    });
    opened.addEventListener('changed', ({ data }: MessageEvent<string>) =>
      onChange(/\d{4}-\d{2}-\d{2}/.exec(data)?.[0]),
    );
    opened.addEventListener('error', () => {
      // The browser reconnects by itself, unless the server refused.
      if (source !== opened || opened.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, wait * (0.5 + Math.random() / 2));
      wait = Math.min(LONGEST_WAIT_MS, 2 * wait);
    });
  };

  document.addEventListener('visibilitychange', open);
  window.addEventListener('online', open);
  window.addEventListener('offline', close);
  open();
  return () => {
    close();
    document.removeEventListener('visibilitychange', open);
    window.removeEventListener('online', open);
    window.removeEventListener('offline', close);
  };
}

export function useLiveDays(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const timers = new Map<string | undefined, ReturnType<typeof setTimeout>>();
    const stop = followDays((date) => {
      clearTimeout(timers.get(date));
      timers.set(
        date,
        setTimeout(() => void dayChanged(queries, date), DEBOUNCE_MS),
      );
    });
    return () => {
      stop();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [queries]);
}
