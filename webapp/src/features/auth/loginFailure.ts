// The sentences of the error catalogue for a log-in.
import { ApiError } from '@/api/error.ts';

export function loginFailure(error: unknown): string {
  // The browser's own word for a file of ours that could not be fetched.
  if (error instanceof TypeError) return 'Netwerkfout';
  if (!(error instanceof ApiError)) return 'onbekende fout';
  if (error.kind === 'network' || error.kind === 'timeout') return 'Netwerkfout';
  return error.status === 401 ? 'Verkeerd e-mailadres of wachtwoord' : 'onbekende fout';
}

/** Whether the server refuses to listen for a while. */
export function triedTooOften(error: unknown): boolean {
  return error instanceof ApiError && error.status === 429;
}
