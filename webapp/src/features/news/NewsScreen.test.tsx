import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { beLoggedIn, networkError, openApp, servePortal } from '../../../tests/render.tsx';

test('shows the newest item first, each an article named by its title', async () => {
  servePortal();
  beLoggedIn();
  openApp('/news');
  const articles = await screen.findAllByRole('article');
  expect(articles.map((article) => article.querySelector('h2')?.textContent)).toEqual([
    'Banen dicht bij vorst en mist',
    'Gewijzigde starttijden',
    'Winterregels op de baan',
  ]);
  expect(articles[0]).toHaveAccessibleName('Banen dicht bij vorst en mist');
  expect(articles[0]?.querySelector('time')?.textContent).toMatch(/^\d\d-\d\d-\d{4}$/);
});

test.each([
  ['a rejection', { status: 500, body: { success: false, error: 'Iets anders.' } }],
  ['no network', networkError],
] as const)('shows an error after %s', async (_, response) => {
  servePortal(undefined, { 'GET /news': () => response });
  beLoggedIn();
  openApp('/news');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Er is iets misgegaan bij het ophalen van het nieuws.',
  );
});

test('shows a message when there is no news', async () => {
  servePortal(undefined, { 'GET /news': () => ({ status: 200, body: { success: true, data: [] } }) });
  beLoggedIn();
  openApp('/news');
  expect(await screen.findByText('Er is op dit moment geen nieuws.')).toBeVisible();
});
