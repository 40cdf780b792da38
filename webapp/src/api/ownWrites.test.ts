import { QueryObserver } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createQueryClient } from '@/app/queryClient.ts';
import { startSession } from '@/session/session.ts';
import { call } from './client.ts';
import { awaitedPosition, commandAnswered, readAnswered } from './ownWrites.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  server.resetHandlers();
  vi.useRealTimers();
});
afterAll(() => server.close());

const schema = z.object({ data: z.string() });
/** The `Fairway-After` of each read. */
let asked: (string | null)[] = [];
/** What the read models include. */
let included = 0;

beforeEach(() => {
  asked = [];
  included = 0;
  const data = { data: 'x' };
  server.use(
    http.post('*/api/thing', () => HttpResponse.json(data, { headers: { 'fairway-position': '41' } })),
    http.post('*/api/refused', () =>
      HttpResponse.json({ success: false }, { status: 409, headers: { 'fairway-position': '43' } }),
    ),
    http.get('*/api/thing', ({ request }) => {
      const after = request.headers.get('fairway-after');
      asked.push(after);
      return HttpResponse.json(data, after ? { headers: { 'fairway-position': String(included) } } : {});
    }),
  );
});

const read = () => call('/thing', { schema });
const write = (path = '/thing') => call(path, { method: 'POST' }).catch(() => {});

// First: the others leave a pause of a real second.
test('a read that is behind is read again, at most five times', async () => {
  vi.useFakeTimers();
  const client = createQueryClient();
  const sent = vi.fn<() => string>(() => 'sent');
  const fetched = vi.fn<() => string>(() => {
    readAnswered(awaitedPosition('token'), '40');
    return 'old';
  });
  const query = { queryKey: ['thing'], queryFn: fetched, staleTime: Number.POSITIVE_INFINITY };
  const command = { ...query, queryKey: ['command'], queryFn: sent, meta: { command: true } };
  commandAnswered('token', '41');
  const stops = [query, command].map((options) => new QueryObserver(client, options).subscribe(() => {}));
  await vi.advanceTimersByTimeAsync(900);
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(fetched).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(fetched).toHaveBeenCalledTimes(6);
  // Another command begins anew, and what includes it is not read again.
  fetched.mockImplementation(() => {
    readAnswered(awaitedPosition('token'), '44');
    return 'new';
  });
  commandAnswered('token', '44');
  await client.invalidateQueries({ queryKey: ['thing'] });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(fetched).toHaveBeenCalledTimes(7);
  expect(awaitedPosition('token')).toBeUndefined();
  expect(sent).toHaveBeenCalledOnce();
  for (const stop of stops) stop();
  client.clear();
});

test('reads after a command ask for its position until one has included it', async () => {
  startSession('token-of-jan', 'jan@fairway.example');
  await read();
  await write();
  await read();
  await write('/refused');
  included = 42;
  await read();
  included = 43;
  await read();
  await read();
  expect(asked).toEqual([null, '41', '43', '43', null]);
});

test('another session asks for nothing', async () => {
  startSession('token-of-jan', 'jan@fairway.example');
  await write();
  startSession('token-of-eva', 'eva@fairway.example');
  await read();
  await call('/thing', { schema, withToken: false });
  expect(asked).toEqual([null, null]);
});
