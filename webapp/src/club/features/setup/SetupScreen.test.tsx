import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openClub, serveClub } from '../../../../tests/club/render.tsx';
import { fail } from '../../../../tests/mockResponse.ts';

test('an invitation shows the club, and sets password and app', async () => {
  let isRefused = true;
  const clubhouse = serveClub(
    { isLoggedIn: false, role: 'treasurer' },
    {
      'POST /setup': () => {
        if (!isRefused) return undefined;
        isRefused = false;
        return fail(422, 'Niet alles klopt.', {
          errors: { password: 'Dit wachtwoord wordt veel gebruikt.' },
        });
      },
    },
  );
  const { history } = openClub('/setup#the-token');
  expect(await screen.findByText('Golfclub De Wilgenhoek')).toBeVisible();
  expect(history.location.href).toBe('/club/setup');
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
  expect(screen.getByRole('link', { name: 'open de app' })).toHaveAttribute(
    'href',
    'otpauth://totp/Fairway:ties',
  );
  expect(screen.getByRole('img', { name: /QR-code/ })).toHaveAttribute(
    'src',
    expect.stringMatching(/^data:image\/svg\+xml/),
  );
  const user = userEvent.setup();
  const password = screen.getByLabelText('Nieuw wachtwoord');
  expect(password).toHaveAccessibleDescription(/Minstens 12 tekens/);
  await user.type(password, 'te kort');
  await user.type(screen.getByLabelText('Code'), '123 456');
  await user.click(screen.getByRole('button', { name: 'opslaan' }));
  expect(password).toHaveAccessibleDescription(/Kies een wachtwoord van minstens 12 tekens/);
  await user.clear(password);
  await user.type(password, 'wonderlijk groene weide');
  await user.click(screen.getByRole('button', { name: 'opslaan' }));
  await waitFor(() => expect(password).toHaveAccessibleDescription(/wordt veel gebruikt/));
  expect(password).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'opslaan' }));
  // Logged in: the code of the app counts once.
  expect(await screen.findByRole('heading', { level: 1, name: 'Afrekening' })).toBeVisible();
  expect(history.location.href).toBe('/club/statements');
  // Each call makes another secret: one only, in strict mode too.
  expect(clubhouse.bodiesOf('POST /setup/begin')).toEqual([{ token: 'the-token' }]);
  expect(clubhouse.bodiesOf('POST /setup')).toEqual([
    { token: 'the-token', password: 'wonderlijk groene weide', code: '123456', enrolment: 'c2VjcmV0' },
  ]);
});

test('a link that was used says whom to ask', async () => {
  serveClub({ isLoggedIn: false });
  openClub('/setup#used');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /Vraag een beheerder van je club om een nieuwe\.Een link werkt één keer, zeven dagen lang\./,
  );
});

test('an address without a token asks the server nothing', async () => {
  const clubhouse = serveClub({ isLoggedIn: false });
  openClub('/setup');
  expect(await screen.findByRole('alert')).toHaveTextContent('Dit adres is niet compleet.');
  expect(clubhouse.requests).toEqual([]);
});
