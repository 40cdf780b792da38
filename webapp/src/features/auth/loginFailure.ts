// The sentences of the error catalogue for a log-in.
import { ApiError } from '@/api/error.ts';

export function loginFailure(error: unknown): string {
  // The browser throws this when it could not fetch a file of the app.
  if (error instanceof TypeError) return 'Netwerkfout';
  if (!(error instanceof ApiError)) return 'onbekende fout';
  if (error.kind === 'network' || error.kind === 'timeout') return 'Netwerkfout';
  return error.status === 401 ? 'Verkeerd e-mailadres of wachtwoord' : 'onbekende fout';
}

/** Whether the rate limit rejected the log-in. */
export function isThrottled(error: unknown): boolean {
  return error instanceof ApiError && error.status === 429;
}
