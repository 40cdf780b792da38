// The failure of a call, with the sentence that the operator reads.

const NO_RESPONSE = 'The server did not respond. Check your connection and try again.';
const UNREADABLE = 'The server sent an answer that this page cannot read. Reload the page.';
const FAILED = 'The server could not do this. Try again in a moment.';

export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  constructor(
    /** HTTP status, 0 without a response. */
    readonly status: number,
    /** The server's own sentence, or one of ours where it sent none. */
    readonly text: string,
    /** The server's sentence per field of a form. */
    readonly fields: Readonly<Record<string, string>> = {},
    /** Seconds after which the server asks for a retry. */
    readonly retryAfter: number | undefined = undefined,
    /** What is stored now, when another change came in between. */
    readonly current: unknown = undefined,
  ) {
    super(text);
  }
}

export const noResponse = () => new OperatorError(0, NO_RESPONSE);
export const unreadable = (status: number) => new OperatorError(status, UNREADABLE);

/** The sentence for any failure, whatever threw it. */
export function failureText(error: unknown): string {
  return error instanceof OperatorError ? error.text : FAILED;
}

/** The sentence for a failed answer: its own, else one that fits the status. */
export function sentenceOf(status: number, sent: string | null | undefined): string {
  if (sent) return sent;
  if (status === 403) return 'Your role does not allow this.';
  if (status === 404) return 'Nothing was found.';
  return FAILED;
}
