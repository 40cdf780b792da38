// All calls to `/operator/api`: adds the session's CSRF token. The session itself is a cookie that no script can read.
import type * as z from 'zod/mini';
import { ApiError } from '@/api/error.ts';
import { send } from '@/api/http.ts';
import { reportUnauthorized } from '@/api/unauthorized.ts';
import { askForFactor } from './confirmation.ts';
import { askForLogIn, canAskForLogIn } from './logIn.ts';

/** Before a log-in a 401 is an answer. `/session` asks whether there is a log-in; the router reads its 401. */
const BEFORE_LOGIN = /^\/(session|login|setup)(\/|$)/;

/** Nor does a log-out need a session: one that has ended already is no loss. */
const NEEDS_NO_LOGIN = /^\/(session|login|logout|setup)(\/|$)/;

let csrfToken: string | null = null;

/** The token of the session that runs, kept in memory only. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token;
}

export const csrfHeader = (): Readonly<Record<string, string>> =>
  csrfToken === null ? {} : { 'x-csrf-token': csrfToken };

const onUnauthorized = (path: string) => () => {
  if (!BEFORE_LOGIN.test(path)) reportUnauthorized();
};

interface GetOptions {
  readonly signal?: AbortSignal | undefined;
  /** The screen asks again by itself: this keeps no session alive. */
  readonly isBackground?: boolean;
}

/** `path` starts with a slash and is below `/operator/api`. */
export function get<Schema extends z.core.$ZodType>(
  path: string,
  schema: Schema,
  { signal, isBackground }: GetOptions = {},
): Promise<z.core.output<Schema>> {
  const headers = { 'x-background': isBackground && 'yes' };
  return send(`/operator/api${path}`, { schema, signal, headers, onUnauthorized: onUnauthorized(path) });
}

/** With `null` as the schema the answer's body is not read. A call with a signal is a query, for which nobody pressed. */
export async function post<Schema extends z.core.$ZodType>(
  path: string,
  body: unknown,
  schema: Schema | null,
  { signal }: GetOptions = {},
): Promise<z.core.output<Schema>> {
  const sent = (onUnauthorizedCall: () => void) =>
    send(`/operator/api${path}`, {
      method: 'POST',
      body,
      schema: schema ?? undefined,
      signal,
      headers: { 'x-csrf-token': csrfToken },
      onUnauthorized: onUnauthorizedCall,
    });
  return repeated(path, sent, !signal);
}

/** The same for a call that reads its answer by itself; it throws an `ApiError`. */
export const withPermission = <Answer>(path: string, send: (headers: Headers) => Promise<Answer>) =>
  repeated(
    path,
    async (reportUnauthorizedCall) => {
      try {
        return await send(
          new Headers({ accept: '*/*', ...(csrfToken ? { 'x-csrf-token': csrfToken } : {}) }),
        );
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) reportUnauthorizedCall();
        throw error;
      }
    },
    true,
  );

/** A call that needs a factor of the last minutes, or that comes after the end of the session, asks for what it needs and is
 * sent once more: it did nothing yet. */
async function repeated<Answer>(
  path: string,
  send: (onUnauthorizedCall: () => void) => Promise<Answer>,
  isOfPress: boolean,
): Promise<Answer> {
  const asksForLogIn = isOfPress && canAskForLogIn() && !NEEDS_NO_LOGIN.test(path);
  const sentOnce = () => send(asksForLogIn ? () => {} : onUnauthorized(path));
  const sent = async () => {
    try {
      return await sentOnce();
    } catch (error) {
      const hasEnded = asksForLogIn && error instanceof ApiError && error.status === 401;
      if (!hasEnded || !(await askForLogIn())) throw error;
      return sentOnce();
    }
  };
  try {
    return await sent();
  } catch (error) {
    const sentence = error instanceof ApiError && error.status === 403 && error.fields['factor'];
    if (!sentence || !(await askForFactor(sentence))) throw error;
    return sent();
  }
}
