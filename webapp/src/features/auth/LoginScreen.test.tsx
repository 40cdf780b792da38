import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { beLoggedIn, networkError, openApp, servePortal } from '../../../tests/render.tsx';

async function logInAs(email: string, password: string) {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('E-mailadres'), email);
  await user.type(screen.getByLabelText('Wachtwoord'), password);
  await user.click(screen.getByRole('button', { name: 'inloggen' }));
}

test('stores the session and opens the reservations', async () => {
  servePortal();
  openApp('/auth/login');
  await logInAs('Jan.deVries@Fairway.example', 'fairway-demo');
  expect(await screen.findByRole('heading', { level: 1, name: 'Mijn reserveringen' })).toHaveFocus();
  expect(document.title).toBe('Mijn reserveringen · Fairway');
  expect({ ...localStorage }).toMatchObject({
    access_token: 'pretend-token',
    email: 'jan.devries@fairway.example',
    HAS_SUBSCRIPTION: 'true',
  });
});

test('ends the former session of this browser, and logs in even if that fails', async () => {
  const revoked: (string | null)[] = [];
  servePortal(undefined, {
    'POST /users/logout': (_, __, headers) => {
      revoked.push(headers.get('authorization'));
      return { status: 401, body: { success: false } };
    },
  });
  beLoggedIn('sanne.bakker@fairway.example');
  localStorage.setItem('access_token', 'former-token');
  window.dispatchEvent(new StorageEvent('storage'));
  openApp('/auth/login');
  await logInAs('jan.devries@fairway.example', 'fairway-demo');
  await screen.findByRole('heading', { level: 1, name: 'Mijn reserveringen' });
  expect(revoked).toEqual(['Bearer former-token']);
  expect(localStorage.getItem('access_token')).toBe('pretend-token');
});

test('redirects to the requested page, within the portal only', async () => {
  servePortal();
  const { router } = openApp('/auth/login?redirect=%2F%2Fevil.example');
  await logInAs('jan.devries@fairway.example', 'fairway-demo');
  await waitFor(() => expect(router.state.location.pathname).toBe('/reservations'));
});

test.each([
  [
    'a wrong password',
    { status: 401, body: { success: false, error: 'x' } },
    'Verkeerd e-mailadres of wachtwoord',
  ],
  ['a broken server', { status: 500, body: {} }, 'onbekende fout'],
  ['a rate-limited log-in', { status: 429, body: { success: false } }, 'onbekende fout'],
  ['no network', networkError, 'Netwerkfout'],
] as const)('shows the error after %s', async (_, response, sentence) => {
  servePortal(undefined, { 'POST /users/login': () => response });
  openApp('/auth/login');
  await logInAs('jan.devries@fairway.example', 'wrong');
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(await screen.findByRole('link', { name: /Neem contact op/ })).toHaveAttribute('href', '/contact');
  expect(localStorage.getItem('access_token')).toBeNull();
});

test('what is missing stands beside its field, and an empty form is not sent', async () => {
  const user = userEvent.setup();
  const portal = servePortal();
  openApp('/auth/login');
  await user.click(await screen.findByRole('button', { name: 'inloggen' }));
  const email = screen.getByLabelText('E-mailadres');
  const password = screen.getByLabelText('Wachtwoord');
  expect(email).toHaveAccessibleDescription('Vul je e-mailadres in.');
  expect(email).toHaveFocus();
  expect(password).toHaveAccessibleDescription('Vul je wachtwoord in.');
  await user.type(email, 'jan.devries@fairway.example{Enter}');
  expect(email).not.toHaveAccessibleDescription();
  expect(password).toHaveFocus();
  expect(portal.calls.some(({ route }) => route === 'POST /users/login')).toBe(false);
  await user.type(password, 'fairway-demo{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Mijn reserveringen' });
});

test('the typed address goes along to the other ways in, and back, until the log-in', async () => {
  const user = userEvent.setup();
  servePortal();
  const { router } = openApp('/auth/login');
  await user.type(await screen.findByLabelText('E-mailadres'), 'jan.devries@fairway.example');
  for (const link of ['wachtwoord vergeten', 'stuur mij een inloglink']) {
    await user.click(await screen.findByRole('link', { name: link }));
    await screen.findByRole('button', { name: 'verstuur' });
    expect(screen.getByLabelText('E-mailadres')).toHaveValue('jan.devries@fairway.example');
    router.history.back();
    await screen.findByRole('heading', { name: 'Inloggen' });
    expect(screen.getByLabelText('E-mailadres')).toHaveValue('jan.devries@fairway.example');
  }
  await user.type(screen.getByLabelText('Wachtwoord'), 'fairway-demo{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Mijn reserveringen' });
  expect(sessionStorage.getItem('fairway:typed-email')).toBeNull();
});

test('the start page redirects a visitor to the log-in', async () => {
  servePortal();
  const { router } = openApp('/');
  await screen.findByRole('heading', { level: 1, name: 'Inloggen' });
  expect(router.state.location.pathname).toBe('/auth/login');
});

test('a visitor is redirected to the log-in with the address to return to', async () => {
  servePortal();
  const { router } = openApp('/reservations?x=1');
  await screen.findByRole('heading', { level: 1, name: 'Inloggen' });
  expect(router.state.location.search).toEqual({ redirect: '/reservations?x=1' });
});

test('an expired session redirects to the log-in with the address to return to', async () => {
  servePortal(undefined, {
    'GET /reservations': () => ({ status: 401, body: { success: false, error: 'Log opnieuw in.' } }),
  });
  localStorage.setItem('access_token', 'old');
  localStorage.setItem('fairway:copies', '{}');
  window.dispatchEvent(new StorageEvent('storage'));
  const { router } = openApp('/reservations');
  await screen.findByRole('heading', { level: 1, name: 'Inloggen' });
  expect(router.state.location.search).toEqual({ redirect: '/reservations' });
  expect(localStorage.getItem('access_token')).toBeNull();
  expect(localStorage.getItem('fairway:copies')).toBeNull();
});
