// All calls of the members' app: adds the token. A 401 anywhere but at log-in ends the session and asks for a new log-in.
import type * as z from 'zod/mini';
import { getSession, isCurrentToken, type Session } from '@/session/session.ts';
import { send, type Copies, type SendOptions } from './http.ts';
import { awaitedPosition, commandAnswered, readAnswered } from './ownWrites.ts';
import { reportUnauthorized } from './unauthorized.ts';

interface CallOptions<Schema extends z.core.$ZodType> extends SendOptions<Schema> {
  /** False for the calls that come before a log-in. */
  readonly withToken?: boolean;
  /** Instead of the session's own. A 401 then does not end the session. */
  readonly token?: string;
  /** Under the same key the server executes the command once. */
  readonly idempotencyKey?: string;
}

/** Only in memory, and gone with the session: the server lets no browser store what is about a member. */
const copiesOf = new WeakMap<Session, Copies>();

function copiesFor(session: Session): Copies {
  const copies: Copies = copiesOf.get(session) ?? new WeakMap();
  copiesOf.set(session, copies);
  return copies;
}

export function call<Schema extends z.core.$ZodType>(
  path: string,
  { withToken = true, token, idempotencyKey, ...options }: CallOptions<Schema>,
): Promise<z.core.output<Schema>> {
  const session = getSession();
  const used = token ?? session.token;
  const isRead = options.method !== 'POST';
  const after = isRead ? awaitedPosition(used) : undefined;
  return send(`/api${path}`, {
    ...options,
    copies: isRead && withToken && !token ? copiesFor(session) : undefined,
    headers: {
      authorization: withToken && used && `Bearer ${used}`,
      'idempotency-key': idempotencyKey,
      'fairway-after': after,
    },
    onAnswer: (headers) => {
      const position = headers.get('fairway-position');
      if (isRead) readAnswered(after, position);
      else commandAnswered(used, position);
    },
    onUnauthorized: () => {
      // A late 401 for a former token says nothing about the present session.
      if (withToken && !token && isCurrentToken(used)) reportUnauthorized();
    },
  });
}
