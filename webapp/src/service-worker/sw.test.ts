// Each event of the browser starts the right work; the work itself has tests beside it.
import { afterEach, expect, test, vi } from 'vitest';

type Listener = (event: object) => void;

/** Starts the worker in a scope of its own; the work of an event, and what the worker asked its scope for. */
async function startWorker() {
  const listeners = new Map<string, Listener>();
  const scope = {
    FAIRWAY_BUILD: { version: 'v1', files: [] },
    registration: {
      showNotification: vi.fn<() => Promise<void>>(async () => {}),
      pushManager: { subscribe: vi.fn<() => Promise<void>>(async () => {}) },
    },
    clients: { matchAll: async () => [], openWindow: vi.fn<() => Promise<void>>(async () => {}) },
    addEventListener: (name: string, listener: Listener) => void listeners.set(name, listener),
  };
  for (const [name, value] of Object.entries(scope)) vi.stubGlobal(name, value);
  vi.resetModules();
  await import('./sw.ts');
  const happens = async (name: string, event: object) => {
    const work: Promise<unknown>[] = [];
    listeners.get(name)!({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
    expect(work, 'the browser keeps the worker until its work is done').toHaveLength(1);
    await work[0];
  };
  return { ...scope, happens };
}

afterEach(() => vi.unstubAllGlobals());

test('a message is shown', async () => {
  const { happens, registration } = await startWorker();
  const news = { title: 'Fairway', body: 'Je ronde is geboekt.', path: '/waiting/g1', tag: 't1' };
  await happens('push', { data: { text: () => JSON.stringify(news) } });
  expect(registration.showNotification).toHaveBeenCalledWith(
    'Fairway',
    expect.objectContaining({ tag: 't1' }),
  );
});

test('a press on it closes it and opens its screen', async () => {
  const { happens, clients } = await startWorker();
  const close = vi.fn<() => void>();
  await happens('notificationclick', { notification: { close, data: { path: '/waiting/g1' } } });
  expect(close).toHaveBeenCalledOnce();
  expect(clients.openWindow).toHaveBeenCalledWith(`${location.origin}/waiting/g1`);
});

test('a replaced address is renewed for the same key', async () => {
  const { happens, registration } = await startWorker();
  const applicationServerKey = new ArrayBuffer(65);
  await happens('pushsubscriptionchange', { oldSubscription: { options: { applicationServerKey } } });
  expect(registration.pushManager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey,
  });
});
