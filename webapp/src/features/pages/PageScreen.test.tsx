import { screen, within } from '@testing-library/react';
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
  ['/contact', 'Contact', 'Onze klantenservice helpt je graag.'],
  ['/privacy', 'Privacy', 'We bewaren zo weinig mogelijk.'],
])('%s opens without a log-in, with a link to it and without the menu', async (address, title, sentence) => {
  servePortal();
  openApp(address);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(screen.getByRole('link', { name: 'inloggen' })).toHaveAttribute('href', '/auth/login');
  expect(screen.queryByRole('navigation', { name: 'Hoofdmenu' })).toBeNull();
});

test('a session that has ended does not matter to the contact page', async () => {
  const tokens: (string | null)[] = [];
  servePortal(undefined, {
    'GET /content/page/contact-fairway': (_, __, headers) => {
      tokens.push(headers.get('authorization'));
      return undefined;
    },
  });
  beLoggedIn();
  const { router } = openApp('/contact');
  expect(await screen.findByText('Onze klantenservice helpt je graag.')).toBeVisible();
  expect(await screen.findByRole('navigation', { name: 'Hoofdmenu' })).toBeVisible();
  expect(new Set(tokens)).toEqual(new Set([null]));
  expect(router.state.location.pathname).toBe('/contact');
});

test('a portal without a privacy page says so and leads to the contact page', async () => {
  servePortal(undefined, {
    'GET /content/page/privacy': () => ({
      status: 404,
      body: { success: false, error: 'Deze pagina bestaat niet.' },
    }),
  });
  openApp('/privacy');
  expect(await screen.findByText('De privacyverklaring staat hier nog niet.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Neem contact op' })).toHaveAttribute('href', '/contact');
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each(['/auth/login', '/auth/forgot', '/auth/reset?token=x', '/auth/impersonate'])(
  '%s leads to the contact page and to what is kept',
  async (address) => {
    servePortal();
    openApp(address);
    const help = await screen.findByRole('navigation', { name: 'Hulp' });
    expect(within(help).getByRole('link', { name: 'contact' })).toHaveAttribute('href', '/contact');
    expect(within(help).getByRole('link', { name: 'privacy' })).toHaveAttribute('href', '/privacy');
  },
);

test.each([
  [{ status: 404, body: { success: false, error: 'Deze pagina is er niet.' } }, 'Deze pagina is er niet.'],
  [{ status: 500, body: {} }, 'Fout bij het ophalen van de pagina'],
  [networkError, 'Netwerkfout bij het ophalen van de pagina'],
] as const)('shows why the page could not be loaded', async (response, sentence) => {
  servePortal(undefined, { 'GET /content/page/info': () => response });
  beLoggedIn();
  openApp('/info');
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  const retry = screen.queryByRole('button', { name: 'opnieuw proberen' });
  expect(retry === null).toBe(sentence === 'Deze pagina is er niet.');
});
