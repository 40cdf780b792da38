// The sentence that an operator reads when a call failed.
import { ApiError } from '@/api/error.ts';

const FAILED = 'The server could not do this. Try again in a moment.';

/** The server's own, else one that fits the failure, whatever threw it. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return FAILED;
  if (error.kind === 'shape') return 'The server sent an answer that this page cannot read. Reload the page.';
  if (error.kind !== 'http') return 'The server did not respond. Check your connection and try again.';
  if (error.status === 413) return 'This is too large: at most 64 KiB fit, about 60,000 letters. Shorten it.';
  if (error.serverText) return error.serverText;
  if (error.status === 403) return 'Your role does not allow this.';
  return error.status === 404 ? 'Nothing was found.' : FAILED;
}
