import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getDraft } from '@/features/draft/draftStore.ts';
import { beLoggedIn, openApp, servePortal } from '../../../tests/render.tsx';
import { openingDays, websiteName } from './clubText.ts';

test('a club of the list has a page with what the data set knows, and a button that starts a reservation', async () => {
  const user = userEvent.setup();
  const portal = servePortal();
  portal.book(0, -20, ['jan.devries@fairway.example'], 9);
  portal.book(1, -20, ['jan.devries@fairway.example']);
  beLoggedIn();
  const { router } = openApp('/courses');
  await user.click(await screen.findByRole('link', { name: 'Golfclub De Zandhoeve' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Golfclub De Zandhoeve' })).toBeVisible();
  expect(await screen.findByText('elke dag behalve maandag en dinsdag')).toBeVisible();
  expect(screen.getByRole('link', { name: '0577 123456' })).toHaveAttribute('href', 'tel:+31577123456');
  expect(screen.getByRole('link', { name: 'bellen' })).toHaveAttribute('href', 'tel:+31577123456');
  expect(screen.getByRole('link', { name: 'zandhoeve.example' })).toHaveAttribute(
    'href',
    'https://www.zandhoeve.example',
  );
  expect(screen.getByText('vrijdag 25 december: Kerst')).toBeVisible();
  expect(screen.getByText('2 / 8')).toBeVisible();
  const played = within(screen.getByRole('region', { name: 'Hier gespeeld' })).getAllByRole('listitem');
  expect(played.map((item) => item.textContent)).toEqual([expect.stringMatching(/^\d\d-\d\d-\d{4}9 holes$/)]);

  const [photo] = screen.getAllByRole('img', { name: 'De achttiende green' });
  expect(photo).toHaveAttribute('loading', 'lazy');
  expect(photo).toHaveAttribute('width', '1200');
  expect(photo).toHaveAttribute('srcset', expect.stringContaining('green-480.webp 480w'));

  await user.click(screen.getByRole('button', { name: /bekijk beschikbaarheid & reserveer/ }));
  await expect.poll(() => router.state.location.pathname).toBe('/reservation/players');
  expect(getDraft()).toMatchObject({ isPredefinedCourse: true, golfclub: { id: 'de-zandhoeve' } });
});

test('what is not known about a club is left out', async () => {
  servePortal();
  beLoggedIn();
  openApp('/courses/duinrand');
  expect(await screen.findByText('elke dag')).toBeVisible();
  const terms = screen.getAllByRole('term').map((term) => term.textContent);
  expect(terms).toEqual(['Starttijden', 'Open', 'Holes', 'Adres']);
  expect(screen.queryByRole('region', { name: 'Hier gespeeld' })).toBeNull();
  expect(screen.queryByRole('list', { name: "Foto's" })).toBeNull();
});

test('an unknown club is told, with the way back', async () => {
  servePortal();
  beLoggedIn();
  openApp('/courses/bestaat-niet');
  expect(await screen.findByRole('alert')).toHaveTextContent('Deze baan bestaat niet.');
  expect(screen.getAllByRole('link', { name: 'alle banen' })[0]).toHaveAttribute('href', '/courses');
});

test('a day that is no weekday is no opening day, and a site is named without its protocol', () => {
  expect(openingDays(['sunday', 'someday'])).toBe('elke dag behalve zondag');
  expect(websiteName('https://www.golf.example/')).toBe('golf.example');
});
