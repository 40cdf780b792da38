import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { keptList } from '@/club/features/scan/store.ts';
import { openClub, serveClub } from '../../../../tests/club/render.tsx';
import { fail } from '../../../../tests/mockResponse.ts';

test('the account says what its role may do, and ends other sessions', async () => {
  const clubhouse = serveClub();
  openClub('/account');
  expect(await screen.findByText('Rol: Beheerder')).toBeVisible();
  const sessions = within(await screen.findByRole('list', { name: 'Ingelogde toestellen' }));
  expect(sessions.getByText('dit toestel')).toBeVisible();
  await userEvent.click(sessions.getByRole('button', { name: /^uitloggen: Chrome op Android/ }));
  await waitFor(() => expect(sessions.getAllByRole('listitem')).toHaveLength(1));
  expect(clubhouse.bodiesOf('POST /sessions/end')).toEqual([{ id: 'phone' }]);
});

test('a passkey is removed after a question', async () => {
  vi.stubGlobal('PublicKeyCredential', () => {});
  const clubhouse = serveClub();
  openClub('/account');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'verwijderen: Chrome op Android' }));
  const question = within(await screen.findByRole('dialog', { name: 'Passkey verwijderen' }));
  await user.click(question.getByRole('button', { name: 'verwijderen' }));
  expect(await screen.findByText('De passkey Chrome op Android is verwijderd.')).toBeVisible();
  expect(await screen.findByText('Je hebt nog geen passkeys.')).toBeVisible();
  expect(clubhouse.bodiesOf('POST /passkeys/remove')).toEqual([{ id: 'p1' }]);
});

test('after logging out the log-in opens; a failure says that one is still logged in', async () => {
  let isRefused = true;
  serveClub({}, { 'POST /logout': () => (isRefused ? fail(503, 'Even niet beschikbaar.') : undefined) });
  openClub('/account');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'uitloggen' }));
  expect(await screen.findByText('Even niet beschikbaar.')).toBeVisible();
  isRefused = false;
  await user.click(screen.getByRole('button', { name: 'uitloggen' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Inloggen' })).toBeVisible();
  expect(localStorage.getItem('fairway-club:session')).toBeNull();
});

test('a device that is unpaired here keeps no names', async () => {
  const clubhouse = serveClub({ isDevice: true });
  openClub('/account');
  const button = await screen.findByRole('button', { name: 'dit toestel ontkoppelen' });
  await waitFor(async () => expect(await keptList()).toBeDefined());
  await userEvent.click(button);
  await userEvent.click(screen.getByRole('button', { name: 'ontkoppelen' }));
  await waitFor(async () => expect(await keptList()).toBeUndefined());
  expect(clubhouse.bodiesOf('POST /logout')).toHaveLength(1);
});

test.each(['while the screens are open', 'before they open'])(
  'a device whose access somebody ends %s keeps no names',
  async (when) => {
    const clubhouse = serveClub({ isDevice: true });
    const { queryClient } = openClub('/');
    await waitFor(async () => expect(await keptList()).toBeDefined());
    clubhouse.endSession();
    if (when === 'before they open') {
      cleanup();
      queryClient.clear();
      openClub('/');
    } else void queryClient.invalidateQueries();
    await waitFor(async () => expect(await keptList()).toBeUndefined());
  },
);
