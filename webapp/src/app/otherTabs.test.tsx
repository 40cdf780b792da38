import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ROUNDS } from '@/api/rounds.ts';
import { beLoggedIn, openApp, servePortal } from '../../tests/render.tsx';

const eva = 'eva.degroot@fairway.example';

/** Changes of local storage in another tab: each is an event of its own. */
function inOtherTab(...changes: readonly (readonly [key: string, value: string | null])[]) {
  for (const [key, value] of changes) {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: value })));
  }
}
const logOut = [
  ['access_token', null],
  ['email', null],
] as const;
const logIn = (email: string) =>
  [
    ['access_token', null],
    ['email', email],
    ['access_token', `token of ${email}`],
    ['HAS_SUBSCRIPTION', 'true'],
  ] as const;

beforeEach(() => beLoggedIn());

test('a log-out in another tab empties this one and leads it to the log-in', async () => {
  servePortal();
  const { router, queryClient } = openApp('/profile');
  await screen.findByRole('heading', { level: 1, name: 'Profiel' });
  await waitFor(() => expect(queryClient.getQueryData([ROUNDS, 'me'])).toBeDefined());
  sessionStorage.setItem('fairway:draft', 'of this member');
  inOtherTab(...logOut);
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  expect(screen.queryByRole('heading', { level: 1, name: 'Profiel' })).toBeNull();
  expect(await screen.findByRole('heading', { level: 1, name: 'Inloggen' })).toBeInTheDocument();
  expect(router.state.location.href).toBe('/auth/login');
  expect(sessionStorage.getItem('fairway:draft')).toBeNull();
});

test('another account in another tab shows its own reservations here, and nothing of the former', async () => {
  const authorizations: (string | null)[] = [];
  const portal = servePortal(undefined, {
    'GET /reservations': (_, __, headers) => {
      authorizations.push(headers.get('authorization'));
      return undefined;
    },
  });
  portal.book(0, 2, ['jan.devries@fairway.example']);
  const { router } = openApp('/reservations');
  await screen.findByRole('article');
  servePortal(eva, {
    'GET /reservations': (_, __, headers) => {
      authorizations.push(headers.get('authorization'));
      return undefined;
    },
  });
  inOtherTab(...logIn(eva));
  expect(screen.queryByRole('article')).toBeNull();
  expect(await screen.findByText('Er zijn geen reserveringen gevonden!')).toBeInTheDocument();
  expect(router.state.location.href).toBe('/reservations');
  expect(authorizations.at(-1)).toBe(`Bearer token of ${eva}`);
  expect(authorizations).not.toContain(null);
});

test('a log-in in another tab leads the log-in of this one to its target', async () => {
  localStorage.clear();
  inOtherTab(...logOut);
  servePortal();
  const { router } = openApp('/profile');
  await screen.findByRole('heading', { level: 1, name: 'Inloggen' });
  expect(router.state.location.search).toEqual({ redirect: '/profile' });
  inOtherTab(...logIn(eva));
  expect(await screen.findByRole('heading', { level: 1, name: 'Profiel' })).toBeInTheDocument();
});

test('a target of one member is not opened for another', async () => {
  servePortal();
  const { router } = openApp('/profile');
  await screen.findByRole('heading', { level: 1, name: 'Profiel' });
  inOtherTab(['access_token', null]);
  await screen.findByRole('heading', { level: 1, name: 'Inloggen' });
  expect(router.state.location.search).toEqual({ redirect: '/profile' });
  inOtherTab(...logIn(eva));
  expect(await screen.findByRole('heading', { level: 1, name: 'Mijn reserveringen' })).toBeInTheDocument();
});

test('a new token of the same member changes nothing on the screen', async () => {
  servePortal();
  const { router, queryClient } = openApp('/profile');
  await screen.findByRole('heading', { level: 1, name: 'Profiel' });
  await waitFor(() => expect(queryClient.getQueryData([ROUNDS, 'me'])).toBeDefined());
  inOtherTab(['access_token', 'token of the new password']);
  expect(queryClient.getQueryData([ROUNDS, 'me'])).toBeDefined();
  expect(router.state.location.href).toBe('/profile');
});
