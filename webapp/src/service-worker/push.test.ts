import { expect, test, vi } from 'vitest';
import { open, renew, show, told, type Windows } from './push.ts';

const news = { title: 'Fairway', body: 'Je ronde is geboekt.', path: '/waiting/g1', tag: 't1' };

test('shows what the server sent, in place of older news about the same', async () => {
  const showNotification = vi.fn<() => Promise<void>>(async () => {});
  await show({ showNotification }, JSON.stringify(news) + '   ');
  expect(showNotification).toHaveBeenCalledWith('Fairway', {
    body: 'Je ronde is geboekt.',
    tag: 't1',
    lang: 'nl',
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { path: '/waiting/g1' },
    renotify: true,
  });
});

test.each([
  ['nothing', undefined],
  ['no JSON', 'x'],
  ['null', 'null'],
  ['no path', JSON.stringify({ ...news, path: undefined })],
  ['another site', JSON.stringify({ ...news, path: 'https://elsewhere.test/' })],
  ['another site without a scheme', JSON.stringify({ ...news, path: '//elsewhere.test/' })],
  ['another site by a backslash', JSON.stringify({ ...news, path: '/\\elsewhere.test/' })],
])('%s is shown without details', (_, text) => {
  expect(told(text)).toMatchObject({ title: 'Fairway', path: '/reservations' });
});

const origin = 'https://fairway.test';
function windows(urls: readonly string[], navigate = vi.fn<() => Promise<void>>(async () => {})) {
  const focus = vi.fn<() => Promise<void>>(async () => {});
  const all = {
    matchAll: async () => urls.map((url) => ({ url, focus, navigate })),
    openWindow: vi.fn<() => Promise<void>>(),
  };
  return { ...all, focus, navigate } satisfies Windows & Record<string, unknown>;
}

test('a press goes to the screen in the window that is open', async () => {
  const there = windows([`${origin}/news`]);
  await open(there, origin, { path: '/waiting/g1' });
  expect(there.focus).toHaveBeenCalledOnce();
  expect(there.navigate).toHaveBeenCalledWith(`${origin}/waiting/g1`);
  expect(there.openWindow).not.toHaveBeenCalled();
});

test('a window that shows the screen is not loaded again', async () => {
  const there = windows([`${origin}/waiting/g1`]);
  await open(there, origin, { path: '/waiting/g1' });
  expect(there.navigate).not.toHaveBeenCalled();
});

test.each([
  ['without a window', windows([])],
  [
    'with one that cannot be used',
    windows(
      [`${origin}/news`],
      vi.fn<() => Promise<void>>(() => Promise.reject(new TypeError('not controlled'))),
    ),
  ],
])('%s a new one is opened', async (_, there) => {
  await open(there, origin, { path: '/waiting/g1' });
  expect(there.openWindow).toHaveBeenCalledWith(`${origin}/waiting/g1`);
});

test('a press on something unreadable opens the rounds', async () => {
  const there = windows([]);
  await open(there, origin, null);
  expect(there.openWindow).toHaveBeenCalledWith(`${origin}/reservations`);
});

test('a replaced subscription is renewed for the same key', async () => {
  const subscribe = vi.fn<PushManager['subscribe']>();
  const key = new ArrayBuffer(65);
  await renew({ subscribe }, { options: { applicationServerKey: key, userVisibleOnly: true } });
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: key });
  subscribe.mockClear();
  await renew({ subscribe }, null);
  expect(subscribe).not.toHaveBeenCalled();
});
