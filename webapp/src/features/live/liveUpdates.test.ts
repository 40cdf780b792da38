import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSession } from '@/session/session.ts';
import { followChanges } from './liveUpdates.ts';

interface Line {
  readonly headers: Headers;
  send(text: string): void;
  close(): void;
}

/** Every connection that was opened, with the means to speak through it. */
function fakeServer(statusOf: (attempt: number) => number = () => 200) {
  const lines: Line[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (own) => {
        controller = own;
      },
    });
    init?.signal?.addEventListener('abort', () => controller.error(new DOMException('', 'AbortError')));
    lines.push({
      headers: new Headers(init?.headers),
      send: (text) => controller.enqueue(new TextEncoder().encode(text)),
      close: () => controller.close(),
    });
    const headers = { 'content-type': 'text/event-stream' };
    return Promise.resolve(new Response(body, { status: statusOf(lines.length), headers }));
  });
  return lines;
}

function show(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Everything that is under way and needs no time has happened. */
const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));

let end = () => {};
const onChange = vi.fn<() => void>();
const follow = () => {
  end = followChanges({ onChange, jitter: () => 1 });
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onChange.mockClear();
  startSession('secret-token', 'jan@fairway.example');
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

test('sends the token and reports each event, however it is cut into pieces', async () => {
  const lines = fakeServer();
  follow();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(lines[0]?.headers.get('authorization')).toBe('Bearer secret-token');
  expect(lines[0]?.headers.has('last-event-id')).toBe(false);
  lines[0]?.send(': hello\n\nid: 4');
  lines[0]?.send('1\ndata: {"position":41,"kind":"PlayerAdded"}\n');
  expect(onChange).not.toHaveBeenCalled();
  lines[0]?.send('\nid: 42\r\ndata: {}\r\n\r\n');
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2));
  lines[0]?.send(': alive\nid: 50\n\n');
  lines[0]?.close();
  await settled();
  vi.advanceTimersByTime(1000);
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  expect(lines[1]?.headers.get('last-event-id')).toBe('50');
  expect(onChange).toHaveBeenCalledTimes(2);
});

test('resumes at the last position, later after every failure', async () => {
  const lines = fakeServer((attempt) => (attempt === 1 ? 200 : 503));
  follow();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  lines[0]?.send('id: 41\ndata: {}\n\n');
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce());
  lines[0]?.close();
  await settled();
  vi.advanceTimersByTime(999);
  expect(lines).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(lines).toHaveLength(2);
  expect(lines[1]?.headers.get('last-event-id')).toBe('41');
  await settled();
  vi.advanceTimersByTime(1999);
  expect(lines).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(lines).toHaveLength(3);
});

test('begins where the first answer of this page was read', async () => {
  vi.resetModules();
  const { recordPosition } = await import('@/api/position.ts');
  const fresh = await import('./liveUpdates.ts');
  for (const position of [null, '7', '9']) recordPosition(position);
  const lines = fakeServer();
  end = fresh.followChanges({ onChange, jitter: () => 1 });
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(lines[0]?.headers.get('last-event-id')).toBe('7');
});

test.each([401, 404])('stops quietly at %i', async (status) => {
  const lines = fakeServer(() => status);
  follow();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(120_000);
  show('visible');
  expect(lines).toHaveLength(1);
});

test('gives the connection back while the page is hidden', async () => {
  const lines = fakeServer();
  follow();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  show('hidden');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(lines).toHaveLength(1);
  show('visible');
  expect(lines).toHaveLength(2);
});

test('opens a new connection when the old one sends nothing', async () => {
  const lines = fakeServer();
  follow();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(64_000);
  expect(lines).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(lines).toHaveLength(2);
});
