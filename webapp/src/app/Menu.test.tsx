import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { beLoggedIn, networkError, openApp, servePortal } from '../../tests/render.tsx';

async function menuLabels() {
  const menu = await screen.findByRole('navigation', { name: 'Hoofdmenu' });
  return within(menu)
    .getAllByRole('link')
    .map((link) => link.textContent);
}

const labelsForAllMembers = [
  'Mijn reserveringen',
  'Reserveren',
  'Veelgestelde vragen',
  "Abo's & extra's",
  'Profiel',
  'Contact',
  'Uitloggen',
];

test('offers news and courses to subscription holders only', async () => {
  servePortal();
  beLoggedIn(undefined, true);
  openApp('/reservations');
  expect(await menuLabels()).toEqual([
    'Mijn reserveringen',
    'Reserveren',
    'Nieuwsberichten',
    'Baaninformatie',
    ...labelsForAllMembers.slice(2),
  ]);
});

test('hides news and courses when the stored flag is the text false', async () => {
  servePortal('tom.mulder@fairway.example');
  beLoggedIn('tom.mulder@fairway.example', false);
  openApp('/reservations');
  expect(await menuLabels()).toEqual(labelsForAllMembers);
});

test('hides news and courses when no flag is stored and the server cannot be asked', async () => {
  servePortal(undefined, { 'GET /users/me': () => networkError });
  beLoggedIn();
  localStorage.removeItem('HAS_SUBSCRIPTION');
  window.dispatchEvent(new StorageEvent('storage'));
  openApp('/reservations');
  expect(await menuLabels()).toEqual(labelsForAllMembers);
});

test.each([
  ['began', 'jan.devries@fairway.example', true],
  ['ended', 'tom.mulder@fairway.example', false],
])('follows the server when a subscription %s after the log-in', async (_, email, hasSubscription) => {
  servePortal(email);
  beLoggedIn(email, !hasSubscription);
  openApp('/reservations');
  await waitFor(() => expect(localStorage.getItem('HAS_SUBSCRIPTION')).toBe(String(hasSubscription)));
  await waitFor(async () => expect(await menuLabels()).toHaveLength(hasSubscription ? 9 : 7));
});

test('closes on a navigation and on Escape', async () => {
  const user = userEvent.setup();
  servePortal();
  beLoggedIn();
  const { router } = openApp('/reservations');
  const button = await screen.findByRole('button', { name: 'Menu' });
  await user.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await user.keyboard('{Escape}');
  expect(button).toHaveAttribute('aria-expanded', 'false');

  await user.click(button);
  screen.getByRole('link', { name: 'Contact' }).focus();
  await user.keyboard('{Escape}');
  expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(button).toHaveFocus();

  await user.click(button);
  await router.navigate({ href: '/ergens/anders' });
  await screen.findByRole('heading', { name: 'Pagina niet gevonden' });
  expect(screen.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false');
});

test.each([
  [true, ['Rondes', 'Reserveren', 'Banen', 'Profiel']],
  [false, ['Rondes', 'Reserveren', 'Profiel']],
])('on a phone the first places are below each screen but the wizard', async (hasSubscription, labels) => {
  const { matchMedia } = window;
  window.matchMedia = (query) => ({ matches: query.includes('max-width') }) as never;
  try {
    const email = hasSubscription ? 'jan.devries@fairway.example' : 'tom.mulder@fairway.example';
    servePortal(email);
    beLoggedIn(email, hasSubscription);
    const { router } = openApp('/profile');
    const tabs = await screen.findByRole('navigation', { name: 'Snelmenu' });
    expect(
      within(tabs)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(labels);
    expect(within(tabs).getByRole('link', { current: 'page' })).toHaveTextContent('Profiel');
    await router.navigate({ to: '/reservation/players' });
    await screen.findByRole('heading', { name: 'Met wie speel je?' });
    expect(screen.queryByRole('navigation', { name: 'Snelmenu' })).toBeNull();
  } finally {
    window.matchMedia = matchMedia;
  }
});
