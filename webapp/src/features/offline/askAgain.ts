// How soon an answer that counts as old is asked for again.
import type { QueryMeta } from '@tanstack/react-query';

const ASK_AGAIN_MS = 10_000;

interface Asked {
  readonly meta: QueryMeta | undefined;
  readonly state: { readonly data: unknown; readonly isInvalidated: boolean };
}

/** A browser says that it is online before its first call gets through; what stays old by that is asked for again. */
export function askAgainWhileOld({ meta, state }: Asked): number | false {
  const isOld = meta?.['keepOffline'] === true && state.data !== undefined && state.isInvalidated;
  return isOld && navigator.onLine ? ASK_AGAIN_MS : false;
}
