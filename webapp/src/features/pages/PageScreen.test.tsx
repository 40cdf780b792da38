import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { beLoggedIn, networkError, openApp, servePortal } from '../../../tests/render.tsx';

test.each([
  ['/contact', 'Contact', 'Onze klantenservice helpt je graag.'],
  ['/info', 'Zo werkt Fairway', 'Speel op golfbanen in heel Nederland.'],
])('%s shows its page under its own title', async (address, title, sentence) => {
  servePortal();
  beLoggedIn();
  openApp(address);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(document.title).toBe(`${title} · Fairway`);
});

test.each([
  [{ status: 404, body: { success: false, error: 'Deze pagina is er niet.' } }, 'Deze pagina is er niet.'],
  [{ status: 500, body: {} }, 'Fout bij het ophalen van de pagina'],
  [networkError, 'Netwerkfout bij het ophalen van de pagina'],
] as const)('shows why the page could not be loaded', async (response, sentence) => {
  servePortal(undefined, { 'GET /content/page/info': () => response });
  beLoggedIn();
  openApp('/info');
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
});
