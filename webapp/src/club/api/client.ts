// All calls to `/club/api`: adds the session's CSRF token. The session itself is a cookie that no script can read.
import type * as z from 'zod/mini';
import { ApiError } from '@/api/error.ts';
import { send } from '@/api/http.ts';
import { reportUnauthorized } from '@/api/unauthorized.ts';
import { reportContact } from '@/ui/serverContact.ts';
import { ClubSession } from './generated/ClubSession.ts';

/** Before a log-in a 401 is an answer. `/session` asks whether there is a log-in; the router reads its 401. */
const BEFORE_LOGIN = /^\/(session|login|setup|pair)(\/|$)/;

let csrfToken: string | null = null;

/** The token of the session that runs, kept in memory only. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token;
}

interface Options {
  readonly signal?: AbortSignal | undefined;
}

/** `path` starts with a slash and is below `/club/api`. */
export const clubGet = <Schema extends z.core.$ZodType>(
  schema: Schema,
  path: string,
  { signal }: Options = {},
): Promise<z.core.output<Schema>> => reached(() => send(address(path), { schema, signal, ...own(path) }));

/** With `null` as the schema the answer's body is not read. */
export async function clubPost<Schema extends z.core.$ZodType>(
  schema: Schema | null,
  path: string,
  body: unknown = {},
): Promise<z.core.output<Schema>> {
  // A device that was opened without a network has none yet.
  if (csrfToken === null && !BEFORE_LOGIN.test(path)) await askForToken();
  return reached(() =>
    send(address(path), { method: 'POST', body, schema: schema ?? undefined, ...own(path) }),
  );
}

async function askForToken(): Promise<void> {
  try {
    setCsrfToken((await clubGet(ClubSession, '/session')).csrf_token);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) reportUnauthorized();
    throw error;
  }
}

const address = (path: string) => `/club/api${path}`;

const own = (path: string) => ({
  headers: { 'x-csrf-token': csrfToken },
  onUnauthorized: () => {
    if (!BEFORE_LOGIN.test(path)) reportUnauthorized();
  },
});

/** Tells the screens whether the server could be reached. */
async function reached<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    const answer = await call();
    reportContact(true);
    return answer;
  } catch (error) {
    if (error instanceof ApiError) reportContact(!isUnreachable(error));
    throw error;
  }
}

/** No answer, or one of a proxy that could not reach the server. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.kind === 'network' || error.kind === 'timeout' || [502, 503, 504].includes(error.status));
