// Follows whether calls reach the server. While they do not, the data on the screen are fetched again after growing
// pauses, so that the screens recover by themselves.
import { MutationCache, QueryCache } from '@tanstack/react-query';
import { ApiError } from '@/api/error.ts';
import { isServerReached, reportContact, subscribeToContact } from '@/ui/serverContact.ts';

const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 60_000;

/** No answer, or one of a proxy that could not reach the server. */
function isUnreachable({ kind, status }: ApiError): boolean {
  return kind === 'network' || kind === 'timeout' || [502, 503, 504].includes(status);
}

const outcomes = {
  onSuccess: () => reportContact(true),
  onError: (error: unknown) => {
    if (error instanceof ApiError) reportContact(!isUnreachable(error));
  },
};

export function createCaches() {
  const queryCache = new QueryCache(outcomes);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tryAgainAfter = (pause: number) => {
    // Spread, so that a server that comes back does not get the calls of all members at once.
    timer = setTimeout(
      () => {
        tryAgainAfter(Math.min(2 * pause, LONGEST_PAUSE_MS));
        if (document.visibilityState === 'visible') queryCache.onOnline();
      },
      pause * (0.75 + Math.random() / 2),
    );
  };
  subscribeToContact(() => {
    clearTimeout(timer);
    // As when the network comes back: queries whose data may be old are fetched, a command is not repeated.
    if (isServerReached()) queryCache.onOnline();
    else tryAgainAfter(FIRST_PAUSE_MS);
  });
  return { queryCache, mutationCache: new MutationCache(outcomes) };
}
