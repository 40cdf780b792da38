import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSession } from '@/session/session.ts';
import { followChanges } from './liveUpdates.ts';

interface Connection {
  readonly headers: Headers;
  send(text: string): void;
  close(): void;
}

/** Replaces `fetch`. Returns the opened connections, through which a test sends events. */
function fakeServer(statusOf: (attempt: number) => number = () => 200) {
  const connections: Connection[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (streamController) => {
        controller = streamController;
      },
    });
    init?.signal?.addEventListener('abort', () => controller.error(new DOMException('', 'AbortError')));
    connections.push({
      headers: new Headers(init?.headers),
      send: (text) => controller.enqueue(new TextEncoder().encode(text)),
      close: () => controller.close(),
    });
    const headers = { 'content-type': 'text/event-stream' };
    return Promise.resolve(new Response(body, { status: statusOf(connections.length), headers }));
  });
  return connections;
}

function setVisibility(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Resolves after all pending work that does not wait for a timer. */
const pendingWorkDone = () => new Promise<void>((resolve) => void setImmediate(resolve));

let stop = () => {};
const onChange = vi.fn<() => void>();
const follow = () => {
  stop = followChanges({ onChange, jitter: () => 1 });
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onChange.mockClear();
  startSession('secret-token', 'jan@fairway.example');
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('sends the token and reports each event, however it is split into chunks', async () => {
  const connections = fakeServer();
  follow();
  await vi.waitFor(() => expect(connections).toHaveLength(1));
  expect(connections[0]?.headers.get('authorization')).toBe('Bearer secret-token');
  expect(connections[0]?.headers.has('last-event-id')).toBe(false);
  connections[0]?.send(': hello\n\nid: 4');
  connections[0]?.send('1\ndata: {"position":41,"kind":"PlayerAdded"}\n');
  expect(onChange).not.toHaveBeenCalled();
  connections[0]?.send('\nid: 42\r\ndata: {}\r\n\r\n');
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2));
  connections[0]?.send(': alive\nid: 50\n\n');
  connections[0]?.close();
  await pendingWorkDone();
  vi.advanceTimersByTime(1000);
  await vi.waitFor(() => expect(connections).toHaveLength(2));
  expect(connections[1]?.headers.get('last-event-id')).toBe('50');
  expect(onChange).toHaveBeenCalledTimes(2);
});

test('resumes at the last position, with a longer delay after every failure', async () => {
  const connections = fakeServer((attempt) => (attempt === 1 ? 200 : 503));
  follow();
  await vi.waitFor(() => expect(connections).toHaveLength(1));
  connections[0]?.send('id: 41\ndata: {}\n\n');
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce());
  connections[0]?.close();
  await pendingWorkDone();
  vi.advanceTimersByTime(999);
  expect(connections).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(connections).toHaveLength(2);
  expect(connections[1]?.headers.get('last-event-id')).toBe('41');
  await pendingWorkDone();
  vi.advanceTimersByTime(1999);
  expect(connections).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(connections).toHaveLength(3);
});

test('starts at the position of the first response of this page', async () => {
  vi.resetModules();
  const { recordPosition } = await import('@/api/position.ts');
  const reloadedModule = await import('./liveUpdates.ts');
  for (const position of [null, '7', '9']) recordPosition(position);
  const connections = fakeServer();
  stop = reloadedModule.followChanges({ onChange, jitter: () => 1 });
  await vi.waitFor(() => expect(connections).toHaveLength(1));
  expect(connections[0]?.headers.get('last-event-id')).toBe('7');
});

test.each([401, 404])('stops without a retry after %i', async (status) => {
  const connections = fakeServer(() => status);
  follow();
  await vi.waitFor(() => expect(connections).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(120_000);
  setVisibility('visible');
  expect(connections).toHaveLength(1);
});

test('closes the connection while the page is hidden', async () => {
  const connections = fakeServer();
  follow();
  await vi.waitFor(() => expect(connections).toHaveLength(1));
  setVisibility('hidden');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(connections).toHaveLength(1);
  setVisibility('visible');
  expect(connections).toHaveLength(2);
});

test('opens a new connection when the old one sends nothing', async () => {
  const connections = fakeServer();
  follow();
  await vi.waitFor(() => expect(connections).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(64_000);
  expect(connections).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(connections).toHaveLength(2);
});

test('a refused connection is reported each time, so that the screen finds out whether its data are old', async () => {
  const connections = fakeServer((attempt) => (attempt === 1 ? 200 : 503));
  const onRefused = vi.fn<() => void>();
  stop = followChanges({ onChange, onRefused, jitter: () => 1 });
  await vi.waitFor(() => expect(connections).toHaveLength(1));
  connections[0]?.close();
  await pendingWorkDone();
  expect(onRefused).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  await pendingWorkDone();
  expect(onRefused).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  await pendingWorkDone();
  expect(onRefused).toHaveBeenCalledTimes(2);
});
