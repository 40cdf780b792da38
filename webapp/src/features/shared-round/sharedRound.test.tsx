import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getDraft } from '@/features/draft/draftStore.ts';
import { beLoggedIn, openApp, servePortal } from '../../../tests/render.tsx';

const jan = 'jan.devries@fairway.example';
const sanne = 'sanne.bakker@fairway.example';

test('a shared link begins a reservation at the club on its day, and names nobody', async () => {
  const user = userEvent.setup();
  const portal = servePortal();
  const { players, play_date } = portal.book(0, 3, [jan, sanne]);
  beLoggedIn();
  const { router } = openApp(`/shared/${players[1]!.id}`);
  expect(await screen.findByText('Golfclub De Zandhoeve')).toBeVisible();
  expect(screen.queryByText(/Sanne/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'reserveer op deze dag' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/reservation/players'));
  await waitFor(() => expect(getDraft().players.map(({ email }) => email)).toEqual([jan]));
  expect(getDraft()).toMatchObject({ holes: 18, date: play_date, golfclub: { id: 'de-zandhoeve' } });
  await user.click(await screen.findByRole('button', { name: 'verder, ik speel alleen' }));
  expect(await screen.findByRole('heading', { name: 'Controleer je reservering' })).toBeVisible();
});

test('the link of a cancelled round says so and reserves nothing', async () => {
  const portal = servePortal();
  const booking = portal.book(0, 3, [jan, sanne]);
  for (const player of booking.players) player.cancelled = true;
  beLoggedIn();
  openApp(`/shared/${booking.players[0]!.id}`);
  expect(await screen.findByText(/^Deze ronde is geannuleerd/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'reserveer op deze dag' })).toBeNull();
});

test('a link that is not valid says so', async () => {
  servePortal();
  beLoggedIn();
  openApp('/shared/nothing');
  expect(await screen.findByRole('alert')).toHaveTextContent('Deze link is niet geldig');
});
