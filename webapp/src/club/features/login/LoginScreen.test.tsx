import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { keptList } from '@/club/features/scan/store.ts';
import { networkError, openClub, serveClub } from '../../../../tests/club/render.tsx';
import { fail } from '../../../../tests/mockResponse.ts';

async function enter(password = 'een lang wachtwoord') {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('E-mailadres'), 'marga@wilgenhoek.example');
  await user.type(screen.getByLabelText('Wachtwoord'), password);
  await user.click(screen.getByRole('button', { name: 'inloggen' }));
  return user;
}

test('the code is asked for after the password, and the log-in leads back to the screen that was asked for', async () => {
  const clubhouse = serveClub({ isLoggedIn: false });
  const { router } = openClub('/team');
  const user = await enter();
  const code = await screen.findByLabelText('Code');
  expect(code).toHaveFocus();
  expect(code).toHaveAttribute('inputmode', 'numeric');
  // To be asked for it is no failure.
  expect(code).not.toHaveAttribute('aria-invalid');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(code, '123 456');
  await user.click(screen.getByRole('button', { name: 'inloggen' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Team' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/team');
  expect(clubhouse.bodiesOf('POST /login').map(({ code: sent }) => sent)).toEqual([null, '123456']);
});

test('a wrong code is told at its field, and what was typed stays', async () => {
  serveClub(
    { isLoggedIn: false },
    {
      'POST /login': ({ body }) =>
        fail(401, 'Nee.', { errors: { code: body['code'] ? 'Deze code klopt niet.' : 'Vul de code in.' } }),
    },
  );
  openClub('/login');
  const user = await enter();
  await user.type(await screen.findByLabelText('Code'), '111111');
  await user.click(screen.getByRole('button', { name: 'inloggen' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(/Deze code klopt niet/),
  );
  expect(screen.getByLabelText('Wachtwoord')).toHaveValue('een lang wachtwoord');
});

test('an empty field is told at once, and the server is not asked', async () => {
  const clubhouse = serveClub({ isLoggedIn: false });
  openClub('/login');
  await userEvent.click(await screen.findByRole('button', { name: 'inloggen' }));
  expect(screen.getByLabelText('E-mailadres')).toHaveAccessibleDescription('Vul je e-mailadres in.');
  expect(screen.getByLabelText('E-mailadres')).toHaveFocus();
  expect(clubhouse.bodiesOf('POST /login')).toEqual([]);
});

test('when the session ends the log-in opens, and a device is told that it must be paired again', async () => {
  const clubhouse = serveClub({ isDevice: true });
  const { router } = openClub('/account');
  await screen.findByRole('heading', { level: 1, name: 'Dit toestel' });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'dit toestel ontkoppelen' }));
  await waitFor(async () => expect(await keptList()).toBeDefined());
  clubhouse.endSession();
  await user.click(screen.getByRole('button', { name: 'ontkoppelen' }));
  expect(await screen.findByText(/is niet meer gekoppeld aan Golfclub De Wilgenhoek/)).toBeVisible();
  expect(router.state.location.search).toEqual({ back: '/account' });
});

test('a device that was opened before opens without the server, and sends with a new token after it', async () => {
  serveClub({ isDevice: true });
  const first = openClub('/');
  await screen.findByRole('heading', { level: 1, name: 'Vandaag' });
  expect(JSON.stringify(localStorage)).not.toContain('csrf-1');
  first.queryClient.clear();
  document.body.replaceChildren();
  serveClub({ isDevice: true }, { 'GET /session': () => networkError, 'GET /offline': () => networkError });
  openClub('/scan');
  expect(await screen.findByRole('heading', { level: 1, name: 'Scannen' })).toBeVisible();
  expect(await screen.findAllByText('geen internet')).not.toHaveLength(0);
  expect(screen.getByText('Receptie')).toBeVisible();
});
