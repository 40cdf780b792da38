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
  ['a refusal', { status: 500, body: { success: false, error: 'Iets anders.' } }],
  ['a missing network', networkError],
] as const)('says that there is no news to be had after %s', async (_, answer) => {
  servePortal(undefined, { 'GET /news': () => answer });
  beLoggedIn();
  openApp('/news');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Er is iets misgegaan bij het ophalen van het nieuws.',
  );
});

test('says when there is none', async () => {
  servePortal(undefined, { 'GET /news': () => ({ status: 200, body: { success: true, data: [] } }) });
  beLoggedIn();
  openApp('/news');
  expect(await screen.findByText('Er is op dit moment geen nieuws.')).toBeVisible();
});
