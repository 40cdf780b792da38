import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { dropToken, getSession } from '@/session/session.ts';
import { beLoggedIn, networkError, openApp, reload, servePortal } from '../../../tests/render.tsx';

const NEW = 'jan@elders.example';
type Overrides = Parameters<typeof servePortal>[1];

function open(overrides: Overrides = {}) {
  const portal = servePortal(undefined, overrides);
  beLoggedIn();
  const app = openApp('/profile/email');
  const sent = () => portal.calls.filter(({ route }) => route === 'POST /users/me/email');
  return { ...app, sent };
}

async function ask(email: string, password: string) {
  const user = userEvent.setup();
  for (const [label, text] of [
    ['Nieuw e-mailadres', email],
    ['Wachtwoord', password],
  ] as const) {
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    if (text) await user.paste(text);
  }
  await user.click(screen.getByRole('button', { name: 'wijzigen' }));
  return user;
}

test('a request with the password says where the mail went, and nothing has changed', async () => {
  const { sent } = open();
  await ask(`Jan <${NEW.toUpperCase()}>`, 'fairway-demo');
  expect(await screen.findByRole('status')).toHaveTextContent(`We hebben een mail gestuurd naar ${NEW}.`);
  expect(sent().map(({ body }) => body)).toEqual([{ email: NEW, password: 'fairway-demo' }]);
  expect(getSession().email).toBe('jan.devries@fairway.example');
});

test('the address that was typed is there again after the session ended, and not after it was asked for', async () => {
  open();
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Nieuw e-mailadres'), NEW);
  cleanup();
  dropToken();
  open();
  expect(await screen.findByLabelText('Nieuw e-mailadres')).toHaveValue(NEW);
  await ask(NEW, 'fairway-demo');
  await screen.findByRole('status');
  cleanup();
  open();
  expect(await screen.findByLabelText('Nieuw e-mailadres')).toHaveValue('');
});

test('a wrong password is shown at its field, and the address stays', async () => {
  open();
  await ask(NEW, 'iets anders');
  expect(await screen.findByRole('alert')).toHaveTextContent('Je e-mailadres is niet gewijzigd.');
  expect(screen.getByLabelText('Wachtwoord')).toHaveAccessibleDescription('Dit is niet je wachtwoord.');
  expect(screen.getByLabelText('Wachtwoord')).toHaveFocus();
  expect(screen.getByLabelText('Nieuw e-mailadres')).toHaveValue(NEW);
});

test.each([
  ['', 'fairway-demo', 'Nieuw e-mailadres'],
  ['jan', 'fairway-demo', 'Nieuw e-mailadres'],
  ['a@x.nl; b@x.nl', 'fairway-demo', 'Nieuw e-mailadres'],
  ['JAN.deVries@fairway.example', 'fairway-demo', 'Nieuw e-mailadres'],
  [NEW, '', 'Wachtwoord'],
])('%j with %j is an error without a request', async (email, password, field) => {
  const { sent } = open();
  await ask(email, password);
  expect(screen.getByLabelText(field)).toBeInvalid();
  expect(screen.getByLabelText(field)).toHaveFocus();
  expect(sent()).toHaveLength(0);
});

const OFTEN =
  'Je hebt het afgelopen uur te vaak een nieuw e-mailadres aangevraagd. Probeer het later opnieuw.';

test.each([
  [{ status: 429, body: { success: false, error: OFTEN } }, OFTEN],
  [networkError, 'Netwerkfout.'],
] as const)('shows why nothing was asked for, and keeps what was typed', async (response, sentence) => {
  open({ 'POST /users/me/email': () => response });
  await ask(NEW, 'fairway-demo');
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(screen.getByLabelText('Nieuw e-mailadres')).toHaveValue(NEW);
});

test('browsers fill the fields, and the profile leads here', async () => {
  servePortal();
  beLoggedIn();
  openApp('/profile');
  await userEvent.click(await screen.findByRole('link', { name: 'e-mailadres wijzigen' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'E-mailadres wijzigen' })).toHaveFocus();
  expect(screen.getByLabelText('Nieuw e-mailadres')).toHaveAttribute('autocomplete', 'email');
  expect(screen.getByLabelText('Wachtwoord')).toHaveAttribute('autocomplete', 'current-password');
});

test('an impersonating operator cannot change the address', async () => {
  servePortal().impersonate();
  beLoggedIn();
  openApp('/profile/email');
  expect(await screen.findByText('Alleen het lid zelf kan het e-mailadres wijzigen.')).toBeVisible();
  expect(screen.queryByLabelText('Nieuw e-mailadres')).toBeNull();
});

test('the link names account and new address, and changes it with a press that ends the session', async () => {
  const portal = servePortal();
  beLoggedIn();
  const { router } = openApp('/auth/email?token=goede-token');
  expect(await screen.findByText('j…@fairway.example')).toBeVisible();
  expect(screen.getByText(NEW)).toBeVisible();
  expect(router.state.location.href).toBe('/auth/email');
  const used = () => portal.calls.filter(({ route }) => route === 'POST /users/email');
  expect(used()).toHaveLength(0);
  const asked = () => portal.calls.filter(({ route }) => route === 'POST /users/email/account');
  const askedBefore = asked().length;
  const password = screen.getByLabelText('Wachtwoord van dat account');
  await userEvent.type(password, 'geraden');
  await userEvent.click(screen.getByRole('button', { name: 'bevestigen' }));
  await waitFor(() => expect(password).toHaveAccessibleDescription('Dit is niet je wachtwoord.'));
  await userEvent.clear(password);
  await userEvent.type(password, 'fairway-demo');
  await userEvent.click(screen.getByRole('button', { name: 'bevestigen' }));
  expect(await screen.findByRole('status')).toHaveTextContent(`Je logt voortaan in met ${NEW}.`);
  expect(used()).toHaveLength(2);
  expect(asked()).toHaveLength(askedBefore);
  expect(getSession().token).toBeNull();
  expect(screen.getByRole('link', { name: 'inloggen' })).toHaveAttribute('href', '/auth/login');
});

test('the link outlives a reload, in its tab only and until it was used', async () => {
  servePortal();
  const opened = openApp('/auth/email?token=goede-token');
  await screen.findByLabelText('Wachtwoord van dat account');
  const reloaded = reload(opened);
  expect(await screen.findByText(NEW)).toBeVisible();
  expect(reloaded.router.state.location.href).toBe('/auth/email');
  await userEvent.type(screen.getByLabelText('Wachtwoord van dat account'), 'fairway-demo');
  await userEvent.click(screen.getByRole('button', { name: 'bevestigen' }));
  expect(await screen.findByRole('status')).toHaveTextContent(`Je logt voortaan in met ${NEW}.`);
  reload(reloaded);
  expect(await screen.findByRole('alert')).toHaveTextContent('Deze link is niet compleet.');
  cleanup();
  openApp('/auth/email?token=goede-token');
  await screen.findByLabelText('Wachtwoord van dat account');
  cleanup();
  openApp('/auth/email');
  expect(await screen.findByRole('alert')).toHaveTextContent('Deze link is niet compleet.');
});

test('a link that does not work says so and leads to the form', async () => {
  servePortal();
  openApp('/auth/email?token=oud');
  expect(await screen.findByRole('alert')).toHaveTextContent('Deze link is verlopen of al gebruikt.');
  expect(screen.getByRole('link', { name: 'naar je profiel' })).toHaveAttribute('href', '/profile/email');
  // A member whom support helped may not be able to log in.
  expect(screen.getByRole('link', { name: 'naar de klantenservice' })).toHaveAttribute('href', '/contact');
  expect(screen.queryByRole('button', { name: 'bevestigen' })).toBeNull();
});

test('an address without its token says what to open', async () => {
  servePortal();
  openApp('/auth/email');
  expect(await screen.findByRole('alert')).toHaveTextContent('Deze link is niet compleet.');
});
