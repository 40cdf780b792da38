// All calls to `/operator/api`: adds the session's CSRF token and a time-out, checks each answer against its schema and
// turns each failure into an `OperatorError`. The session itself is a cookie that no script can read.
import * as z from 'zod/mini';
import { setServerTime } from '@/api/clock.ts';
import { withAbsentFields } from '@/api/tolerant.ts';
import { askForFactor } from './confirmation.ts';
import { noResponse, OperatorError, sentenceOf, unreadable } from './error.ts';
import { reportUnauthorized } from './unauthorized.ts';

export { failureText, OperatorError } from './error.ts';

const TIMEOUT_MS = 15_000;
/** Before a log-in a 401 is an answer. `/session` asks whether there is a log-in; the router reads its 401. */
const BEFORE_LOGIN = /^\/(session|login|setup)(\/|$)/;

const failure = z.object({
  error: z.optional(z.nullable(z.string())),
  errors: z.optional(z.nullable(z.record(z.string(), z.string()))),
  current: z.optional(z.unknown()),
});

let csrfToken: string | null = null;

/** The token of the session that runs, kept in memory only. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token;
}

interface GetOptions {
  readonly signal?: AbortSignal | undefined;
  /** The screen asks again by itself: this keeps no session alive. */
  readonly isBackground?: boolean;
}

/** `path` starts with a slash and is below `/operator/api`. */
export async function get<Schema extends z.core.$ZodType>(
  path: string,
  schema: Schema,
  { signal, isBackground = false }: GetOptions = {},
): Promise<z.core.output<Schema>> {
  const headers = isBackground ? { 'x-background': 'yes' } : {};
  return parse(path, await send(path, { method: 'GET', headers }, signal), schema, signal);
}

/** With `null` as the schema the answer's body is not read. */
export async function post<Schema extends z.core.$ZodType>(
  path: string,
  body: unknown,
  schema: Schema,
  options?: GetOptions,
): Promise<z.core.output<Schema>>;
export async function post(path: string, body: unknown, schema: null, options?: GetOptions): Promise<void>;
export async function post(
  path: string,
  body: unknown,
  schema: z.core.$ZodType | null,
  { signal }: GetOptions = {},
): Promise<unknown> {
  const response = await sendConfirmed(path, { method: 'POST', body: JSON.stringify(body) }, signal);
  return schema ? parse(path, response, schema, signal) : undefined;
}

/** What needs a factor of the last minutes asks for one, and is sent once more. */
async function sendConfirmed(
  path: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return await send(path, init, signal);
  } catch (error) {
    const sentence = error instanceof OperatorError && error.status === 403 && error.fields['factor'];
    if (!sentence || !(await askForFactor(sentence))) throw error;
    return send(path, init, signal);
  }
}

async function send(path: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('accept', 'application/json');
  if (init.body !== undefined) headers.set('content-type', 'application/json');
  if (init.method === 'POST' && csrfToken) headers.set('x-csrf-token', csrfToken);
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  try {
    response = await fetch(`/operator/api${path}`, {
      ...init,
      headers,
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw noResponse();
  }
  setServerTime(response.headers.get('x-fairway-now'));
  if (!response.ok) throw await failureOf(path, response);
  return response;
}

async function failureOf(path: string, response: Response): Promise<OperatorError> {
  if (response.status === 401 && !BEFORE_LOGIN.test(path)) reportUnauthorized();
  const sent = failure.safeParse(await response.json().catch(() => undefined)).data;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new OperatorError(
    response.status,
    sentenceOf(response.status, sent?.error),
    sent?.errors ?? {},
    Number.isNaN(retryAfter) ? undefined : retryAfter,
    sent?.current,
  );
}

async function parse<Schema extends z.core.$ZodType>(
  path: string,
  response: Response,
  schema: Schema,
  signal: AbortSignal | undefined,
): Promise<z.core.output<Schema>> {
  const json: unknown = await response.json().catch(() => undefined);
  // Cancelled while its body arrived: that is no unreadable answer.
  signal?.throwIfAborted();
  const parsed = z.safeParse(withAbsentFields(schema), json);
  if (parsed.success) return parsed.data;
  console.error(`Unexpected answer of ${path}`, parsed.error);
  throw unreadable(response.status);
}
