// A command that is sent exactly once, as a query under its idempotency key: the screen may be rendered, left
// and visited again, and the server executes the command once, even across reloads and tabs.
import { queryOptions, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './error.ts';

interface Command<Result> {
  /** Contains the idempotency key. */
  readonly queryKey: QueryKey;
  readonly send: () => Promise<Result>;
  readonly onAccepted: () => void;
  readonly onRejected: () => void;
  /** After any outcome. */
  readonly onSettled: () => void;
}

export function commandQuery<Result>({ queryKey, send, onAccepted, onRejected, onSettled }: Command<Result>) {
  return queryOptions({
    queryKey,
    queryFn: async () => {
      try {
        const result = await send();
        onAccepted();
        return result;
      } catch (error) {
        if (!isOutcomeUnknown(error)) onRejected();
        throw error;
      } finally {
        onSettled();
      }
    },
    meta: { command: true },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retryOnMount: false,
  });
}

/** No response, or one that does not say whether the command was executed: it is sent again under the same key. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const { status, retryAfter } = error;
  return error.outcomeUnknown || status === 401 || status === 429 || retryAfter !== undefined;
}
