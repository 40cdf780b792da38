import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getSession } from '@/session/session.ts';
import { beLoggedIn, networkError, openApp, servePortal } from '../../../tests/render.tsx';
import { checkChange } from './newPassword.ts';

const NEW = 'fairway op zondag';
type Overrides = Parameters<typeof servePortal>[1];

async function change(current: string, password: string, repeat = password) {
  const user = userEvent.setup();
  const fields = [
    ['Huidig wachtwoord', current],
    ['Nieuw wachtwoord', password],
    ['Herhaal wachtwoord', repeat],
  ] as const;
  for (const [label, text] of fields) {
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    if (text) await user.paste(text);
  }
  await user.click(screen.getByRole('button', { name: 'opslaan' }));
  return user;
}

function open(overrides: Overrides = {}) {
  const portal = servePortal(undefined, overrides);
  beLoggedIn();
  const app = openApp('/profile/password');
  const sent = () => portal.calls.filter(({ route }) => route === 'POST /users/me/password');
  return { ...app, sent };
}

test('the current password sets a new one, and the session continues with another token', async () => {
  const { sent } = open();
  await change('fairway-demo', NEW);
  const status = await screen.findByText(/Je nieuwe wachtwoord is opgeslagen/);
  expect(status).toHaveTextContent('Op al je andere apparaten ben je uitgelogd.');
  expect(sent().map(({ body }) => body)).toEqual([{ current: 'fairway-demo', new: NEW }]);
  expect(getSession()).toMatchObject({ token: 'renewed-token', email: 'jan.devries@fairway.example' });
  expect(screen.queryByLabelText('Huidig wachtwoord')).toBeNull();
});

test('a password manager finds the user name, the current password and the new one', async () => {
  open();
  const current = await screen.findByLabelText('Huidig wachtwoord');
  expect(current).toHaveAttribute('autocomplete', 'current-password');
  for (const label of ['Nieuw wachtwoord', 'Herhaal wachtwoord'])
    expect(screen.getByLabelText(label)).toHaveAttribute('autocomplete', 'new-password');
  const username = current.closest('form')?.querySelector('[autocomplete=username]');
  expect(username).toHaveValue('jan.devries@fairway.example');
  expect(username).not.toBeVisible();
});

test('a wrong current password is shown at its field, which gets the focus', async () => {
  const { sent } = open();
  await change('iets anders', NEW);
  expect(await screen.findByRole('alert')).toHaveTextContent('Je wachtwoord is niet gewijzigd.');
  const current = screen.getByLabelText('Huidig wachtwoord');
  expect(current).toBeInvalid();
  expect(current).toHaveAccessibleDescription('Dit is niet je huidige wachtwoord.');
  expect(current).toHaveFocus();
  expect(getSession().token).toBe('pretend-token');
  await change('fairway-demo', NEW);
  await screen.findByText(/Je nieuwe wachtwoord is opgeslagen/);
  expect(sent()).toHaveLength(2);
});

test('a common new password is rejected at its field', async () => {
  open();
  await change('fairway-demo', 'wachtwoord');
  expect(await screen.findByRole('alert')).toHaveTextContent('Je wachtwoord is niet gewijzigd.');
  expect(screen.getByLabelText('Nieuw wachtwoord')).toHaveAccessibleDescription(/te makkelijk te raden/);
  expect(screen.getByLabelText('Nieuw wachtwoord')).toHaveFocus();
  expect(screen.getByLabelText('Huidig wachtwoord')).not.toBeInvalid();
});

test('errors that the browser can detect are shown without a request', async () => {
  const { sent } = open();
  const user = await change('', NEW, 'iets anders');
  expect(screen.getByLabelText('Huidig wachtwoord')).toHaveFocus();
  expect(screen.getByLabelText('Herhaal wachtwoord')).toBeInvalid();
  expect(sent()).toHaveLength(0);
  await user.click(await screen.findByRole('button', { name: 'nieuw wachtwoord tonen' }));
  expect(screen.getByLabelText('Nieuw wachtwoord')).toHaveAttribute('type', 'text');
  expect(screen.getByLabelText('Huidig wachtwoord')).toHaveAttribute('type', 'password');
});

test('an error stays while its field is unchanged, and is removed when it is changed', async () => {
  open();
  const user = await change('iets anders', NEW, 'kort');
  const repeat = screen.getByLabelText('Herhaal wachtwoord');
  await user.click(screen.getByLabelText('Huidig wachtwoord'));
  expect(repeat).toBeInvalid();
  await user.type(repeat, 'x');
  expect(repeat).not.toBeInvalid();
  await user.click(screen.getByLabelText('Huidig wachtwoord'));
  expect(repeat).toBeInvalid();
});

test.each([
  ['', NEW, NEW, ['current']],
  ['', 'kort', 'kort', ['current', 'password']],
  ['fairway-demo', 'kort', 'kort', ['password']],
  ['fairway-demo', NEW, 'x', ['repeat']],
  [NEW, NEW, NEW, ['password']],
  ['fairway-demo', NEW, NEW, []],
])('from %j to %j and %j', (current, password, repeat, fields) => {
  expect(Object.keys(checkChange({ current, password }, repeat))).toEqual(fields);
});

const CLOSED = 'Te vaak geprobeerd in te loggen. Probeer het over een kwartier opnieuw.';

test.each([
  [{ status: 429, body: { success: false, error: CLOSED } }, CLOSED],
  [{ status: 500, body: {} }, 'Opslaan mislukt. Probeer het later opnieuw.'],
  [networkError, 'Netwerkfout.'],
] as const)('shows why the password was not stored', async (response, sentence) => {
  open({ 'POST /users/me/password': () => response });
  await change('fairway-demo', NEW);
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(getSession().token).toBe('pretend-token');
});

test('the profile has a link to the screen, and the screen a link back', async () => {
  servePortal();
  beLoggedIn();
  const { router } = openApp('/profile');
  await userEvent.click(await screen.findByRole('link', { name: 'wachtwoord wijzigen' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Wachtwoord wijzigen' })).toHaveFocus();
  await userEvent.click(screen.getByRole('link', { name: 'naar je profiel' }));
  await screen.findByRole('heading', { level: 1, name: 'Profiel' });
  expect(router.state.location.pathname).toBe('/profile');
});

test('an impersonating operator cannot change the password', async () => {
  servePortal().impersonate();
  beLoggedIn();
  const { router } = openApp('/profile');
  await screen.findByLabelText('Straat');
  expect(screen.queryByRole('link', { name: 'wachtwoord wijzigen' })).toBeNull();
  await router.navigate({ to: '/profile/password' });
  expect(await screen.findByText('Alleen het lid zelf kan het wachtwoord wijzigen.')).toBeVisible();
  expect(screen.queryByLabelText('Huidig wachtwoord')).toBeNull();
});
