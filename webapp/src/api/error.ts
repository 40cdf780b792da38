// What can go wrong with a call, and the sentence a member reads about it.

export type FailureKind = 'http' | 'network' | 'timeout' | 'shape';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly kind: FailureKind,
    /** HTTP status, 0 when no answer came. */
    readonly status: number,
    /** The server's own Dutch sentence, when it sent one. */
    readonly serverText: string | undefined = undefined,
    /** The server's sentence per field of a form. */
    readonly fields: Readonly<Record<string, string>> = {},
    /** Seconds after which a throttled or unavailable server asks to be tried again. */
    readonly retryAfter: number | undefined = undefined,
  ) {
    super(serverText ?? `${kind} ${status}`);
  }

  /** No answer reached us: the command may or may not have been carried out. */
  get outcomeUnknown(): boolean {
    return this.kind !== 'http' || this.status >= 500;
  }
}

export interface FailureTexts {
  /** Said when the server failed without a sentence of its own. */
  readonly failure: string;
  /** Said when no answer came. */
  readonly network: string;
}

/** The sentence for a failed call: the server's own, else the screen's. */
export function failureText(error: unknown, texts: FailureTexts): string {
  if (!(error instanceof ApiError)) return texts.failure;
  if (error.kind === 'network' || error.kind === 'timeout') return texts.network;
  return error.serverText || texts.failure;
}
