import { delay, http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { endSession, replaceToken, startSession } from '@/session/session.ts';
import { call } from './client.ts';
import { today } from './clock.ts';
import { ApiError, failureText } from './error.ts';
import { firstPosition } from './position.ts';
import { handleUnauthorized } from './unauthorized.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  server.resetHandlers();
  handleUnauthorized(() => {});
});
afterAll(() => server.close());

const schema = z.object({ data: z.string() });
const texts = { failure: 'mislukt', network: 'geen net' };

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const failure: unknown = await promise.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  return failure as ApiError;
}

test('sends the token, the key and the body, and returns what the schema allows', async () => {
  startSession('secret-token', 'jan@fairway.example');
  let received: Request | undefined;
  server.use(
    http.post('*/api/thing', ({ request }) => {
      received = request.clone() as Request;
      return HttpResponse.json({ success: true, data: 'x', more: 1 });
    }),
  );
  const result = await call('/thing', { schema, method: 'POST', body: { a: 1 }, idempotencyKey: 'k-1' });
  expect(result).toEqual({ data: 'x' });
  expect(received?.headers.get('authorization')).toBe('Bearer secret-token');
  expect(received?.headers.get('idempotency-key')).toBe('k-1');
  expect(await received?.json()).toEqual({ a: 1 });
});

test('does not send the token with the calls that come before a log-in', async () => {
  startSession('secret-token', 'jan@fairway.example');
  let authorization: string | null = 'unset';
  server.use(
    http.get('*/api/thing', ({ request }) => {
      authorization = request.headers.get('authorization');
      return HttpResponse.json({ data: 'x' });
    }),
  );
  await call('/thing', { schema, withToken: false });
  expect(authorization).toBeNull();
});

test('a rejection has the sentence, the fields and the delay of the response', async () => {
  const body = { success: false, error: 'Dat kan niet.', errors: { postcode: 'Ongeldig.' } };
  server.use(
    http.get('*/api/thing', () => HttpResponse.json(body, { status: 422, headers: { 'retry-after': '7' } })),
  );
  const failure = await failureOf(call('/thing', { schema }));
  expect(failure).toMatchObject({
    kind: 'http',
    status: 422,
    retryAfter: 7,
    fields: { postcode: 'Ongeldig.' },
  });
  expect(failureText(failure, texts)).toBe('Dat kan niet.');
  expect(failure.outcomeUnknown).toBe(false);
});

test('a response with `success: false` is a failure, with any status', async () => {
  server.use(http.get('*/api/thing', () => HttpResponse.json({ success: false, error: 'Nee.' })));
  expect(failureText(await failureOf(call('/thing', { schema })), texts)).toBe('Nee.');
});

test('a response that is not JSON, or does not match the schema, is a failure without a sentence', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.get('*/api/thing', () => new HttpResponse('<html>', { status: 502 })));
  expect(failureText(await failureOf(call('/thing', { schema })), texts)).toBe('mislukt');
  server.use(http.get('*/api/thing', () => HttpResponse.json({ data: 3 })));
  const failure = await failureOf(call('/thing', { schema }));
  expect(failure.kind).toBe('shape');
  expect(failure.outcomeUnknown).toBe(true);
  expect(consoleError).toHaveBeenCalledOnce();
});

test('distinguishes no response, a late one and a rejection', async () => {
  server.use(http.get('*/api/thing', () => HttpResponse.error()));
  const noResponse = await failureOf(call('/thing', { schema }));
  expect([noResponse.kind, failureText(noResponse, texts)]).toEqual(['network', 'geen net']);

  server.use(
    http.get('*/api/thing', async () => {
      await delay('infinite');
      return HttpResponse.json({ data: 'late' });
    }),
  );
  const timedOut = await failureOf(call('/thing', { schema, timeoutMs: 20 }));
  expect([timedOut.kind, timedOut.outcomeUnknown]).toEqual(['timeout', true]);
});

test('reports a 401 of a call with a token, and only of such a call', async () => {
  const reported = vi.fn<() => void>();
  handleUnauthorized(reported);
  server.use(http.get('*/api/thing', () => HttpResponse.json({ success: false }, { status: 401 })));
  await failureOf(call('/thing', { schema }));
  startSession('secret-token', 'jan@fairway.example');
  await failureOf(call('/thing', { schema, withToken: false }));
  expect(reported).not.toHaveBeenCalled();
  await failureOf(call('/thing', { schema }));
  expect(reported).toHaveBeenCalledOnce();
});

test.each([
  ['a new password', () => replaceToken('token-of-now')],
  [
    'a log-out and a log-in',
    () => {
      endSession();
      startSession('token-of-now', 'eva@fairway.example');
    },
  ],
  ['a log-out', endSession],
  // Before this tab receives the event of it.
  ['a log-in in another tab', () => localStorage.setItem('access_token', 'token-of-now')],
])('a 401 that comes after %s does not end the session of now', async (_, meanwhile) => {
  const reported = vi.fn<() => void>();
  handleUnauthorized(reported);
  startSession('former-token', 'jan@fairway.example');
  server.use(
    http.get('*/api/thing', () => {
      meanwhile();
      return HttpResponse.json({ success: false }, { status: 401 });
    }),
  );
  await failureOf(call('/thing', { schema }));
  expect(reported).not.toHaveBeenCalled();
  server.use(http.get('*/api/thing', () => HttpResponse.json({ success: false }, { status: 401 })));
  startSession('token-of-now', 'jan@fairway.example');
  await failureOf(call('/thing', { schema }));
  expect(reported).toHaveBeenCalledOnce();
});

test("uses the server's clock, in Amsterdam, and records the first journal position", async () => {
  const headers = { 'x-fairway-now': '2026-11-24T23:30:00Z', 'x-fairway-position': '41' };
  server.use(http.get('*/api/thing', () => HttpResponse.json({ data: 'x' }, { headers })));
  await call('/thing', { schema });
  expect(today()).toBe('2026-11-25');
  expect(firstPosition()).toBe('41');
});

test('asks whether an answer changed, and uses the former one if not', async () => {
  startSession('secret-token', 'jan@fairway.example');
  const asked: (string | null)[] = [];
  let [tag, data] = ['W/"1"', 'x'];
  server.use(
    http.get('*/api/thing', ({ request }) => {
      const known = request.headers.get('if-none-match');
      asked.push(known);
      const headers = { etag: tag };
      return known === tag
        ? new HttpResponse(null, { status: 304, headers })
        : HttpResponse.json({ data }, { headers });
    }),
    http.post('*/api/thing', ({ request }) => {
      asked.push(request.headers.get('if-none-match'));
      return HttpResponse.json({ data: 'posted' });
    }),
  );
  const first = await call('/thing', { schema });
  expect(await call('/thing', { schema })).toBe(first);
  [tag, data] = ['W/"2"', 'y'];
  expect(await call('/thing', { schema })).toEqual({ data: 'y' });
  expect(asked).toEqual([null, 'W/"1"', 'W/"1"']);

  asked.length = 0;
  // Another schema reads other fields; a command and a call without the session's token have no former answer.
  await call('/thing', { schema: z.object({ data: z.string() }) });
  await call('/thing', { schema, method: 'POST', body: {} });
  await call('/thing', { schema, withToken: false });
  await call('/thing', { schema, token: 'another' });
  expect(asked).toEqual([null, null, null, null]);
});

test.each([
  ['a log-out', endSession],
  ['a new password', () => replaceToken('token-of-now')],
  ['a log-in', () => startSession('token-of-now', 'eva@fairway.example')],
])('no answer of the former session is used after %s', async (_, change) => {
  startSession('former-token', 'jan@fairway.example');
  const asked: (string | null)[] = [];
  server.use(
    http.get('*/api/thing', ({ request }) => {
      asked.push(request.headers.get('if-none-match'));
      return HttpResponse.json({ data: 'x' }, { headers: { etag: 'W/"1"' } });
    }),
  );
  await call('/thing', { schema });
  change();
  await call('/thing', { schema });
  expect(asked).toEqual([null, null]);
});

test('a call that is cancelled while its body arrives is no unreadable answer', async () => {
  const cancelling = new AbortController();
  const body = new ReadableStream({
    pull(controller) {
      cancelling.abort();
      controller.error(cancelling.signal.reason);
    },
  });
  const fetching = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body));
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const failure: unknown = await call('/thing', { schema, signal: cancelling.signal }).catch(
    (error: unknown) => error,
  );
  fetching.mockRestore();
  expect(failure).toMatchObject({ name: 'AbortError' });
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});
