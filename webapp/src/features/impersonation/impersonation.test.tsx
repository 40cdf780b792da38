import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { networkError, openApp, servePortal } from '../../../tests/render.tsx';

const LINK = '/auth/impersonate?id=00123&login=goede-token';

test('takes the tokens from the address at once, but uses them only after a click', async () => {
  const { calls } = servePortal();
  const { router } = openApp(LINK);
  const button = await screen.findByRole('button', { name: 'inloggen' });
  await waitFor(() => expect(router.state.location.href).toBe('/auth/impersonate'));
  expect(router.history.length).toBe(1);
  expect(calls).toHaveLength(0);

  await userEvent.click(button);
  expect(await screen.findByRole('heading', { level: 1, name: 'Mijn reserveringen' })).toBeVisible();
  const login = calls.find(({ route }) => route === 'POST /token/login');
  // As in the link: a token of digits is not converted to a number.
  expect(login?.body).toEqual({ id_token: '00123', login_token: 'goede-token' });
  expect(localStorage.getItem('access_token')).toBe('operator-token');
});

test('shows the impersonated member on every screen, until the log-out', async () => {
  const user = userEvent.setup();
  servePortal();
  const { router } = openApp(LINK);
  await user.click(await screen.findByRole('button', { name: 'inloggen' }));
  const banner = await screen.findByRole('complementary', { name: 'Meekijken' });
  expect(banner).toHaveTextContent('Je bekijkt het portaal als Jan de Vries');
  await router.navigate({ to: '/news' });
  await screen.findByRole('heading', { level: 1, name: 'Nieuwsberichten' });
  await user.click(within(screen.getByRole('complementary')).getByRole('link', { name: 'stoppen' }));
  await screen.findByRole('heading', { level: 1, name: 'Inloggen' });
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(localStorage.getItem('IMPERSONATING')).toBeNull();
});

test.each([
  [{ status: 401, body: { success: false, error: 'x' } }, 'foutieve login'],
  [{ status: 500, body: {} }, 'onbekende fout'],
  [networkError, 'Netwerkfout'],
] as const)('shows why the log-in failed', async (response, sentence) => {
  servePortal(undefined, { 'POST /token/login': () => response });
  openApp(LINK);
  await userEvent.click(await screen.findByRole('button', { name: 'inloggen' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(localStorage.getItem('access_token')).toBeNull();
});

test('an incomplete link has no button', async () => {
  servePortal();
  openApp('/auth/impersonate?id=00123');
  expect(await screen.findByRole('alert')).toHaveTextContent('Deze link is niet compleet.');
  expect(screen.queryByRole('button', { name: 'inloggen' })).toBeNull();
});
