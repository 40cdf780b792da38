import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openClub, serveClub } from '../../../../tests/club/render.tsx';

test('a press makes the browser a device of the club', async () => {
  const clubhouse = serveClub({ isLoggedIn: false });
  const { history } = openClub('/pair#the-token');
  const button = await screen.findByRole('button', { name: 'koppelen' });
  expect(history.location.href).toBe('/club/pair');
  // A preview of the link uses no code.
  expect(clubhouse.requests).toEqual([]);
  await userEvent.click(button);
  expect(await screen.findByRole('heading', { level: 1, name: 'Dit toestel is gekoppeld' })).toHaveFocus();
  expect(screen.getAllByText('Golfclub De Wilgenhoek')).not.toEqual([]);
  expect(clubhouse.bodiesOf('POST /pair')).toEqual([{ token: 'the-token' }]);
  await userEvent.click(screen.getByRole('link', { name: 'scannen' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Scannen' })).toBeVisible();
});

test('a code that was used says what to do', async () => {
  serveClub({ isLoggedIn: false });
  openClub('/pair#used');
  await userEvent.click(await screen.findByRole('button', { name: 'koppelen' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /Vraag een beheerder van je club om een nieuwe\.Een code werkt één keer, tien minuten lang\./,
  );
});

test('a manager who opens their own code is warned', async () => {
  serveClub();
  const { router } = openClub('/account');
  await screen.findByRole('heading', { level: 1, name: 'Je account' });
  await router.navigate({ to: '/pair', hash: 'the-token' });
  expect(await screen.findByText(/Je bent hier ingelogd als Marga Visser/)).toBeVisible();
});
