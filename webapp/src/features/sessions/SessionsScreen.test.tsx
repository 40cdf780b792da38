import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getSession } from '@/session/session.ts';
import { beLoggedIn, networkError, openApp, servePortal } from '../../../tests/render.tsx';
import { deviceName, lastSeenText, momentText } from './sessionTexts.ts';

type Overrides = Parameters<typeof servePortal>[1];

async function open(overrides: Overrides = {}) {
  const portal = servePortal(undefined, overrides);
  beLoggedIn();
  openApp('/profile/sessions');
  const list = await screen.findByRole('list', { name: 'Apparaten' });
  return { portal, list, user: userEvent.setup() };
}

const row = (change: object) => ({
  id: 'one',
  browser: '',
  created_at: '2026-11-01T09:30:00Z',
  last_seen_at: '2026-11-01T23:30:00Z',
  is_current: false,
  is_support: false,
  ...change,
});

test('each device is named in words, with its log-in and its last use', async () => {
  const { list } = await open();
  const devices = within(list).getAllByRole('listitem');
  expect(devices.map((device) => within(device).getByRole('heading').textContent)).toEqual([
    'Firefox op Windows',
    'Chrome op Android',
    'Onbekend apparaat',
    'Klantenservice',
  ]);
  expect(devices[0]).toHaveTextContent('dit apparaat');
  expect(within(devices[0]!).queryByRole('button')).toBeNull();
  expect(devices[1]).toHaveTextContent('ingelogd op 1 november 2026 om 10:30');
  expect(devices[3]).toHaveTextContent('Een medewerker bekijkt het portaal namens jou');
});

test('a moment is in Amsterdam, and the last use of an earlier day is a day', () => {
  expect(momentText('2026-07-01T22:30:00Z')).toBe('2 juli 2026 om 00:30');
  expect(lastSeenText(row({}))).toBe('laatst gebruikt op 2 november 2026');
  expect(lastSeenText(row({ is_current: true }))).toBe('nu in gebruik');
  expect(lastSeenText(row({ last_seen_at: new Date().toISOString() }))).toMatch(
    /^laatst gebruikt vandaag rond \d\d:\d\d$/,
  );
  expect(deviceName(row({ browser: 'curl' }))).toBe('Onbekend apparaat');
});

test('one device is logged out, and is gone from the list', async () => {
  const { portal, list, user } = await open();
  await user.click(within(list).getByRole('button', { name: /^uitloggen: Chrome op Android/ }));
  expect(await screen.findByText('Chrome op Android is uitgelogd.')).toBeVisible();
  expect(portal.calls.filter(({ route }) => route === 'POST /users/me/sessions/:id/logout')).toHaveLength(1);
  expect(screen.queryByText('Chrome op Android')).toBeNull();
});

test('all other devices are logged out, and this one stays', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'overal uitloggen' }));
  const dialog = screen.getByRole('dialog', { name: 'Overal uitloggen' });
  expect(dialog).toHaveTextContent(
    'Ook je agenda wordt ontkoppeld, je krijgt op die apparaten geen meldingen meer, en links',
  );
  expect(dialog).toHaveTextContent('Je wachtwoord en je passkeys blijven werken.');
  expect(within(dialog).getByRole('checkbox', { name: 'ook op dit apparaat' })).not.toBeChecked();
  await user.click(within(dialog).getByRole('button', { name: 'alle andere apparaten uitloggen' }));
  expect(await screen.findByText('Op al je andere apparaten ben je uitgelogd.')).toBeVisible();
  expect(screen.getByText('Je bent nergens anders ingelogd.')).toBeVisible();
  expect(getSession().token).toBe('pretend-token');
});

test('with this device too the log-in follows', async () => {
  const { portal, user } = await open();
  await user.click(screen.getByRole('button', { name: 'overal uitloggen' }));
  await user.click(screen.getByRole('checkbox', { name: 'ook op dit apparaat' }));
  const dialog = screen.getByRole('dialog', { name: 'Overal uitloggen' });
  await user.click(within(dialog).getByRole('button', { name: 'overal uitloggen' }));
  expect(await screen.findByRole('heading', { name: 'Inloggen' })).toBeVisible();
  expect(getSession()).toMatchObject({ token: null, email: null });
  const sent = portal.calls.filter(({ route }) => route === 'POST /users/me/sessions/logout_everywhere');
  expect(sent.map(({ body }) => body)).toEqual([{ including_this: true }]);
});

test('without a network the dialog says so and everything stays', async () => {
  const { user } = await open({ 'POST /users/me/sessions/logout_everywhere': () => networkError });
  await user.click(screen.getByRole('button', { name: 'overal uitloggen' }));
  await user.click(screen.getByRole('button', { name: 'alle andere apparaten uitloggen' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Netwerkfout.');
  expect(getSession().token).toBe('pretend-token');
});

test('an operator who looks on sees no devices', async () => {
  servePortal().impersonate();
  beLoggedIn();
  openApp('/profile/sessions');
  expect(await screen.findByText('Alleen het lid zelf ziet de ingelogde apparaten.')).toBeVisible();
});
