// What happens when the code of a screen could not be loaded. The router reloads the page, for a new version whose files have
// other names; where the server cannot be reached, that would put the browser's own error page in the place of the app's.
import { ApiError } from '@/api/error.ts';
import '@/ui/loadWithRetry.ts';

declare global {
  /** Called by each import that fails: see `scripts/retry-imports.ts`. */
  // oxlint-disable-next-line no-var
  var $failed: (error: unknown) => Promise<never>;
}

const PATIENCE_MS = 5_000;

self.$failed = async (error) => {
  // The next attempt is another address: browsers keep a failed import.
  self.$retry += '?';
  throw (await isServerThere()) ? error : new ApiError('network', 0);
};

async function isServerThere(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return (await fetch('/operator/', { cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}
