// The failures of a call, and the sentence that the member reads.

export type FailureKind = 'http' | 'network' | 'timeout' | 'shape';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly kind: FailureKind,
    /** HTTP status, 0 without a response. */
    readonly status: number,
    /** The server's own sentence, when it sent one. */
    readonly serverText: string | undefined = undefined,
    /** The server's sentence per field of a form. */
    readonly fields: Readonly<Record<string, string>> = {},
    /** Seconds after which the server asks for a retry. */
    readonly retryAfter: number | undefined = undefined,
    /** The stored state, when another change came in between. */
    readonly current: unknown = undefined,
  ) {
    super(serverText ?? `${kind} ${status}`);
  }

  /** There was no usable response: the command may or may not have been executed. */
  get outcomeUnknown(): boolean {
    return this.kind !== 'http' || this.status >= 500;
  }
}

export interface FailureTexts {
  /** Shown when the server failed without a sentence of its own. */
  readonly failure: string;
  /** Shown without a response. */
  readonly network: string;
}

/** The sentence for a failed call: the server's own, else the screen's. */
export function failureText(error: unknown, texts: FailureTexts): string {
  if (!(error instanceof ApiError)) return texts.failure;
  if (error.kind === 'network' || error.kind === 'timeout') return texts.network;
  return error.serverText || texts.failure;
}
