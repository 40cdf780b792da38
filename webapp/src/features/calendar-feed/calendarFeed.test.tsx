import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fail } from '../../../tests/mockResponse.ts';
import { beLoggedIn, networkError, openApp, servePortal } from '../../../tests/render.tsx';

type Overrides = Parameters<typeof servePortal>[1];

const button = (name: string) => screen.findByRole('button', { name });

function open(overrides: Overrides = {}) {
  const portal = servePortal(undefined, overrides);
  beLoggedIn();
  openApp('/profile/calendar');
  return { portal, user: userEvent.setup() };
}

async function connect(overrides: Overrides = {}) {
  const opened = open(overrides);
  await opened.user.click(await button('agenda koppelen'));
  const address = await screen.findByLabelText<HTMLInputElement>('Geheim adres');
  return { ...opened, address };
}

test('there is no address until the member asks for one, and then it has the focus', async () => {
  const { portal, user } = open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Agenda' })).toBeVisible();
  await button('agenda koppelen');
  expect(screen.queryByLabelText('Geheim adres')).toBeNull();
  await user.click(await button('agenda koppelen'));
  const address = await screen.findByLabelText('Geheim adres');
  expect(address).toHaveValue('https://fairway.example/api/calendar/feed/jan-1.ics');
  expect(address).toHaveFocus();
  expect(address).toHaveAccessibleDescription(/^Gemaakt op \d+ [a-z]+ \d{4}\. /);
  expect(screen.getByRole('status')).toHaveTextContent('Je adres is gemaakt. Zet het nu in je agenda-app.');
  expect(screen.getByRole('link', { name: 'openen in je agenda-app' })).toHaveAttribute(
    'href',
    'webcal://fairway.example/api/calendar/feed/jan-1.ics',
  );
  const changes = portal.calls.map(({ route }) => route).filter((route) => route.includes('POST'));
  expect(changes).toEqual(['POST /users/me/calendar_feed/renew']);
});

test('the address is copied, and where that fails the member is told how', async () => {
  const { user } = await connect();
  await user.click(await button('kopieer adres'));
  expect(await screen.findByText('Het adres is gekopieerd, je kunt het nu plakken.')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe('https://fairway.example/api/calendar/feed/jan-1.ics');

  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await user.click(await button('kopieer adres'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Kopiëren lukt op dit apparaat niet.');
});

test('a page that came over plain http has no clipboard, and the member is told how', async () => {
  const { user } = await connect();
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
  await user.click(await button('kopieer adres'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Kopiëren lukt op dit apparaat niet.');
});

test('on Android, where nothing opens the address, it is copied', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 16; K) Chrome/150.0');
  await connect();
  expect(screen.queryByRole('link', { name: 'openen in je agenda-app' })).toBeNull();
  expect(await button('kopieer adres')).toHaveClass('primary');
});

test('a new address is made only after the dialog said that the old one stops', async () => {
  const { portal, user } = await connect();
  const made = () => portal.calls.filter(({ route }) => route.endsWith('/renew')).length;
  await user.click(await button('nieuw adres maken'));
  const dialog = await screen.findByRole('dialog', { name: 'Nieuw adres maken' });
  expect(dialog).toHaveTextContent('Het huidige adres werkt dan meteen niet meer');
  await user.click(within(dialog).getByRole('button', { name: 'terug' }));
  expect(made()).toBe(1);

  await user.click(await button('nieuw adres maken'));
  await user.click(await button('ja, maak een nieuw adres'));
  expect(await screen.findByText('Je nieuwe adres is gemaakt. Het oude werkt niet meer.')).toBeVisible();
  const address = screen.getByLabelText('Geheim adres');
  expect(address).toHaveValue('https://fairway.example/api/calendar/feed/jan-2.ics');
  expect(address).toHaveFocus();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('after disconnecting there is no address, and the next one is another', async () => {
  const { user } = await connect();
  await user.click(await button('ontkoppelen'));
  await screen.findByRole('dialog', { name: 'Agenda ontkoppelen' });
  await user.click(await button('ja, ontkoppelen'));
  expect(await screen.findByText('Je agenda is ontkoppeld. Het adres werkt niet meer.')).toBeVisible();
  expect(screen.queryByLabelText('Geheim adres')).toBeNull();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  await user.click(await button('agenda koppelen'));
  expect(await screen.findByLabelText('Geheim adres')).toHaveValue(
    'https://fairway.example/api/calendar/feed/jan-2.ics',
  );
});

test('a failure leaves what there was and says so', async () => {
  const { user } = await connect({ 'POST /users/me/calendar_feed/off': () => fail(503, 'Even niet.') });
  await user.click(await button('ontkoppelen'));
  await user.click(await button('ja, ontkoppelen'));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByRole('alert')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'terug' }));
  expect(screen.getByLabelText('Geheim adres')).toBeVisible();
});

test('without a network connecting says that it is the network', async () => {
  const { user } = open({ 'POST /users/me/calendar_feed/renew': () => networkError });
  await user.click(await button('agenda koppelen'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Netwerkfout.');
});

test('the ways for the known apps are one press away', async () => {
  const { user } = await connect();
  const how = await button('Hoe doe ik dit in Google, Outlook of Apple?');
  expect(screen.getByText('Google Agenda')).not.toBeVisible();
  await user.click(how);
  expect(screen.getByText('Google Agenda')).toBeVisible();
});

test('an operator who looks on sees no address', async () => {
  servePortal().impersonate();
  beLoggedIn();
  openApp('/profile/calendar');
  expect(await screen.findByText('Alleen het lid zelf kan de agenda koppelen.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'agenda koppelen' })).toBeNull();
});
