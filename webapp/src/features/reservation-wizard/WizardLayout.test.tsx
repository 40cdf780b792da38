import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { dispatch, getDraft } from '@/features/draft/draftStore.ts';
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

const question = () => screen.findByRole('heading', { level: 1, name: 'Verder met je reservering?' });
const players = () => screen.findByRole('heading', { level: 1, name: 'Met wie speel je?' });

async function leaveWithHoles() {
  servePortal();
  beLoggedIn();
  dispatch({ type: 'reset' });
  const { router } = openApp('/reservation/players');
  await players();
  await waitFor(() => expect(getDraft().players).toHaveLength(1));
  dispatch({ type: 'choose-holes', holes: 9 });
  await router.navigate({ to: '/contact' });
  await waitFor(() => expect(getDraft().leftAt).not.toBeNull());
  return router;
}

test('a draft that was left asks before it returns, and can be begun again', async () => {
  const user = userEvent.setup();
  const router = await leaveWithHoles();
  await router.navigate({ to: '/reservation/players' });
  expect(await question()).toHaveFocus();
  expect(screen.getByRole('list', { name: 'Je keuzes tot nu toe' })).toHaveTextContent('1 speler9 holes');
  await user.click(screen.getByRole('button', { name: 'begin opnieuw' }));
  expect(await players()).toHaveFocus();
  expect(getDraft().holes).toBeNull();
});

test('a draft that is continued keeps its answers, and within the wizard nothing asks', async () => {
  const user = userEvent.setup();
  const router = await leaveWithHoles();
  await router.navigate({ to: '/reservation/players' });
  await question();
  await user.click(screen.getByRole('button', { name: 'verder' }));
  await players();
  await user.click(screen.getByRole('button', { name: 'verder, ik speel alleen' }));
  expect(await screen.findByRole('radio', { name: /9 holes/ })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'vorige' }));
  await players();
});

test('Back to the wizard continues without a question', async () => {
  const router = await leaveWithHoles();
  router.history.back();
  await players();
  expect(getDraft().holes).toBe(9);
});
