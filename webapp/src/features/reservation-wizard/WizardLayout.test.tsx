import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { beLoggedIn, openApp, servePortal } from '../../../tests/render.tsx';

const LOADER = 'We leggen de bal klaar…';

function allowMotion(): void {
  const { matchMedia } = window;
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: false });
}

test('shows a loader on entry, with the heading and a disabled button', async () => {
  allowMotion();
  servePortal();
  beLoggedIn();
  openApp('/reservation/players');
  expect(await screen.findByText(LOADER)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Met wie speel je?' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'verder, ik speel alleen' })).toBeDisabled();
  expect(await screen.findByRole('combobox')).toBeVisible();
  expect(screen.queryByText(LOADER)).toBeNull();
});

test('shows no loader with reduced motion', async () => {
  servePortal();
  beLoggedIn();
  openApp('/reservation/players');
  await screen.findByRole('heading', { level: 1, name: 'Met wie speel je?' });
  expect(screen.queryByText(LOADER)).toBeNull();
});
