// All calls to the server: adds the token and a time-out, validates the response and turns every
// failure into an `ApiError`. A 401 anywhere but at log-in ends the session and asks for a new log-in.
import * as z from 'zod/mini';
import { getSession, isCurrentToken } from '@/session/session.ts';
import { setServerTime } from './clock.ts';
import { ApiError } from './error.ts';
import { recordPosition } from './position.ts';
import { withAbsentFields } from './tolerant.ts';
import { reportUnauthorized } from './unauthorized.ts';

const TIMEOUT_MS = 15_000;

interface CallOptions<Schema extends z.core.$ZodType> {
  /** Without it the body of a success is not read: its status says everything. */
  readonly schema?: Schema;
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
  /** False for the calls that come before a log-in. */
  readonly withToken?: boolean;
  /** Instead of the session's own. A 401 then does not end the session. */
  readonly token?: string;
  /** Under the same key the server executes the command once. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

const envelope = z.object({
  success: z.optional(z.boolean()),
  error: z.optional(z.nullable(z.string())),
  errors: z.optional(z.nullable(z.record(z.string(), z.string()))),
});

export async function call<Schema extends z.core.$ZodType>(
  path: string,
  options: CallOptions<Schema>,
): Promise<z.core.output<Schema>> {
  const token = options.token ?? getSession().token;
  const response = await send(path, token, options);
  setServerTime(response.headers.get('x-fairway-now'));
  recordPosition(response.headers.get('x-fairway-position'));
  const json: unknown = await response.json().catch(() => undefined);
  // Cancelled while its body arrived: that is no unreadable answer.
  options.signal?.throwIfAborted();
  const outcome = envelope.safeParse(json).data;

  const usesSessionToken = options.withToken !== false && options.token === undefined;
  // A late 401 for a former token says nothing about the session of now.
  if (response.status === 401 && usesSessionToken && isCurrentToken(token)) reportUnauthorized();
  if (!response.ok || outcome?.success === false) {
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    throw new ApiError(
      'http',
      response.status,
      outcome?.error ?? undefined,
      outcome?.errors ?? {},
      Number.isNaN(retryAfter) ? undefined : retryAfter,
    );
  }

  if (!options.schema) return undefined as z.core.output<Schema>;
  const parsed = z.safeParse(withAbsentFields(options.schema), json);
  if (!parsed.success) {
    console.error(`Unexpected answer of ${path}`, parsed.error);
    throw new ApiError('shape', response.status);
  }
  return parsed.data;
}

async function send(
  path: string,
  token: string | null,
  options: CallOptions<z.core.$ZodType>,
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' });
  if (token && options.withToken !== false) headers.set('authorization', `Bearer ${token}`);
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);

  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    return await fetch(`/api${path}`, {
      method: options.method ?? 'GET',
      headers,
      signal,
      // The server's headers define what is cached: no data of a member, but news and pages until they change.
      cache: 'default',
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(timeout.aborted ? 'timeout' : 'network', 0);
  }
}
