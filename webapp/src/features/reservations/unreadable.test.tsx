// Data that this version of the app cannot read costs its own part, and never the screen.
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { beLoggedIn, openApp, servePortal } from '../../../tests/render.tsx';

test('a round that cannot be read is left out, the others stay, and the screen says so once', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  beLoggedIn();
  const portal = servePortal(undefined, {
    'GET /reservations': () => {
      const response = portal.respond('GET', '/api/reservations', {}, null);
      const { data } = response.body as { data: readonly object[] };
      return { ...response, body: { success: true, data: [{ ...data[0], players: 'vier' }, data[1]] } };
    },
  });
  portal.book(0, 2, [portal.me.email]);
  portal.book(1, 4, [portal.me.email]);
  openApp('/reservations');
  expect(await screen.findByRole('article', { name: 'Golfbaan Duinrand' })).toBeInTheDocument();
  expect(screen.getAllByRole('article')).toHaveLength(1);
  expect(await screen.findByText(/Niet alles op deze pagina kon worden getoond/)).toBeInTheDocument();
});
