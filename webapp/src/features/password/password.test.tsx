import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { beLoggedIn, networkError, openApp, reload, servePortal } from '../../../tests/render.tsx';
import { checkNewPassword } from './newPassword.ts';

async function requestMail() {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('E-mailadres'), ' iemand@fairway.example ');
  await user.click(screen.getByRole('button', { name: 'verstuur' }));
}

test('requesting a mail does not disclose whether the address is known', async () => {
  const { calls } = servePortal();
  openApp('/auth/forgot');
  await requestMail();
  const status = await screen.findByRole('status');
  expect(status).toHaveTextContent('Als je e-mailadres bij ons bekend is');
  expect(status).toHaveTextContent('klantenservice');
  expect(calls.at(-1)?.body).toEqual({ email: 'iemand@fairway.example' });
});

test.each([
  [{ status: 500, body: { success: false, error: 'Storing.' } }, 'onbekende fout'],
  [{ status: 429, body: { success: false } }, 'onbekende fout'],
  [networkError, 'Netwerkfout'],
] as const)('shows an error when the mail could not be requested', async (response, sentence) => {
  servePortal(undefined, { 'POST /users/forgot_password': () => response });
  openApp('/auth/forgot');
  await requestMail();
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
});

test.each([
  ['kort', 'kort', 'password'],
  ['zeven12', 'zeven12', 'password'],
  ['langgenoeg', 'langgenoeh', 'repeat'],
  ['🏌️🏌️🏌️', '🏌️🏌️🏌️', 'password'],
])('rejects %j with %j', (password, repeat, field) => {
  expect(Object.keys(checkNewPassword(password, repeat))).toEqual([field]);
});

test('accepts any eight characters, twice the same', () => {
  expect(checkNewPassword('        ', '        ')).toEqual({});
  expect(checkNewPassword('a'.repeat(200), 'a'.repeat(200))).toEqual({});
});

async function enterNewPassword(password: string, repeat = password) {
  const user = userEvent.setup();
  await user.click(await screen.findByLabelText('Nieuw wachtwoord'));
  await user.paste(password);
  await user.click(screen.getByLabelText('Herhaal wachtwoord'));
  await user.paste(repeat);
  await user.click(screen.getByRole('button', { name: 'opslaan' }));
  return user;
}

test('a new password ends the session of this browser too', async () => {
  const { calls } = servePortal();
  beLoggedIn();
  localStorage.setItem('fairway:copies', '{}');
  openApp('/auth/reset?token=goede-token');
  await enterNewPassword('fairway op zondag');
  const status = await screen.findByRole('status');
  expect(status).toHaveTextContent('Je nieuwe wachtwoord is opgeslagen.');
  expect(status).toHaveTextContent(
    'Je passkeys zijn verwijderd, en de koppeling met je agenda en de meldingen op je apparaten staan uit.',
  );
  expect(calls.at(-1)?.body).toEqual({ token: 'goede-token', password: 'fairway op zondag' });
  expect(localStorage.getItem('access_token')).toBeNull();
  expect(localStorage.getItem('fairway:copies')).toBeNull();
  expect(screen.getByRole('link', { name: 'inloggen' })).toHaveAttribute('href', '/auth/login');
});

test('the account is named, also to a password manager', async () => {
  servePortal();
  openApp('/auth/reset?token=goede-token');
  expect(await screen.findByText('jan.devries@fairway.example')).toBeVisible();
  expect(document.querySelector('input[autocomplete=username]')).toHaveValue('jan.devries@fairway.example');
  expect(screen.getByLabelText('Nieuw wachtwoord')).toHaveAttribute(
    'passwordrules',
    'minlength: 8; maxlength: 256;',
  );
});

test('the token is removed from the address at once and remains in the tab', async () => {
  const { calls } = servePortal();
  const { router } = openApp('/auth/reset?token=goede-token');
  await screen.findByLabelText('Nieuw wachtwoord');
  await waitFor(() => expect(router.state.location.href).toBe('/auth/reset'));
  expect(router.history.length).toBe(1);
  await enterNewPassword('fairway op zondag');
  expect(await screen.findByRole('status')).toHaveTextContent('opgeslagen');
  expect(calls.at(-1)?.body).toEqual({ token: 'goede-token', password: 'fairway op zondag' });
});

test('the link outlives a reload', async () => {
  servePortal();
  const opened = openApp('/auth/reset?token=goede-token');
  await screen.findByLabelText('Nieuw wachtwoord');
  reload(opened);
  await enterNewPassword('fairway op zondag');
  expect(await screen.findByRole('status')).toHaveTextContent('opgeslagen');
});

test('different passwords are not sent, and the second field gets the focus', async () => {
  const { calls } = servePortal();
  openApp('/auth/reset?token=goede-token');
  const user = await enterNewPassword('fairway op zondag', 'fairway op zaterdag');
  expect(screen.getByLabelText('Herhaal wachtwoord')).toHaveFocus();
  expect(screen.getByLabelText('Herhaal wachtwoord')).toBeInvalid();
  expect(calls.map(({ route }) => route)).not.toContain('POST /users/reset_password');
  await user.click(await screen.findByRole('button', { name: 'nieuw wachtwoord tonen' }));
  expect(screen.getByLabelText('Nieuw wachtwoord')).toHaveAttribute('type', 'text');
});

test('a common password is rejected at its field', async () => {
  servePortal();
  openApp('/auth/reset?token=goede-token');
  await enterNewPassword('wachtwoord');
  expect(await screen.findByRole('alert')).toHaveTextContent('niet opgeslagen');
  expect(screen.getByLabelText('Nieuw wachtwoord')).toHaveAccessibleDescription(/te vaak gebruikt/);
});

test('a used link shows a link to request a new one', async () => {
  servePortal();
  openApp('/auth/reset?token=oud');
  await enterNewPassword('fairway op zondag');
  expect(await screen.findByRole('alert')).toHaveTextContent('Deze link is niet meer geldig.');
  expect(screen.getByRole('link', { name: 'nieuwe link aanvragen' })).toHaveAttribute('href', '/auth/forgot');
});

test('a link without a token shows an error', async () => {
  servePortal();
  openApp('/auth/reset');
  expect(await screen.findByRole('alert')).toHaveTextContent('Deze link is niet compleet.');
});
