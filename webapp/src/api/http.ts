// A call of either app: adds a time-out, takes the server's clock over, checks the answer against its schema and turns
// every failure into an `ApiError`. An answer that did not change is not sent again.
import * as z from 'zod/mini';
import { setServerTime } from './clock.ts';
import { ApiError } from './error.ts';
import { recordPosition } from './position.ts';
import { withAbsentFields } from './tolerant.ts';

const TIMEOUT_MS = 15_000;

export interface SendOptions<Schema extends z.core.$ZodType> {
  /** Without it the body of a success is not read: its status says everything. */
  readonly schema?: Schema | undefined;
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

/** The last answer that each schema read, with its address and the server's tag. */
export type Copies = WeakMap<
  z.core.$ZodType,
  { readonly address: string; readonly tag: string; readonly data: unknown }
>;

interface AppOptions {
  /** Where answers are kept for the next call. */
  readonly copies?: Copies | undefined;
  readonly headers: Readonly<Record<string, string | false | null | undefined>>;
  readonly onUnauthorized: () => void;
  /** For the headers of any answer. */
  readonly onAnswer?: (headers: Headers) => void;
}

const envelope = z.object({
  success: z.optional(z.boolean()),
  error: z.optional(z.nullable(z.string())),
  errors: z.optional(z.nullable(z.record(z.string(), z.string()))),
  current: z.optional(z.unknown()),
});

export async function send<Schema extends z.core.$ZodType>(
  address: string,
  options: SendOptions<Schema> & AppOptions,
): Promise<z.core.output<Schema>> {
  const { copies, schema } = options;
  const copy = schema && copies?.get(schema);
  const known = copy?.address === address ? copy : undefined;
  const response = await responseOf(address, options, known?.tag);
  setServerTime(response.headers.get('x-fairway-now'));
  recordPosition(response.headers.get('x-fairway-position'));
  options.onAnswer?.(response.headers);
  if (response.status === 304) return known?.data as z.core.output<Schema>;
  const json: unknown = await response.json().catch(() => undefined);
  // Cancelled while its body arrived: that is no unreadable answer.
  options.signal?.throwIfAborted();

  if (response.status === 401) options.onUnauthorized();
  const outcome = envelope.safeParse(json).data;
  if (!response.ok || outcome?.success === false) {
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    throw new ApiError(
      'http',
      response.status,
      outcome?.error ?? undefined,
      outcome?.errors ?? {},
      Number.isNaN(retryAfter) ? undefined : retryAfter,
      outcome?.current,
    );
  }

  if (!schema) return undefined as z.core.output<Schema>;
  const parsed = z.safeParse(withAbsentFields(schema), json);
  if (parsed.success) {
    const tag = response.headers.get('etag');
    if (tag) copies?.set(schema, { address, tag, data: parsed.data });
    return parsed.data;
  }
  console.error(`Unexpected answer of ${address}`, parsed.error);
  throw new ApiError('shape', response.status);
}

async function responseOf(
  address: string,
  {
    method = 'GET',
    body,
    headers,
    signal,
    timeoutMs = TIMEOUT_MS,
  }: SendOptions<z.core.$ZodType> & AppOptions,
  tag: string | undefined,
): Promise<Response> {
  const sent = new Headers({ accept: 'application/json' });
  for (const [name, value] of Object.entries(headers)) if (value) sent.set(name, value);
  if (body !== undefined) sent.set('content-type', 'application/json');
  if (tag) sent.set('if-none-match', tag);
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(address, {
      method,
      headers: sent,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      // The server's headers define what is cached: no data of a member, but news and pages until they change.
      cache: 'default',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(timeout.aborted ? 'timeout' : 'network', 0);
  }
}
