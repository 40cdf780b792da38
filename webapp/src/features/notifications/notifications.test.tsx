import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { beLoggedIn, held, networkError, openApp, servePortal } from '../../../tests/render.tsx';

type Overrides = Parameters<typeof servePortal>[1];

const group = (name: string) => screen.findByRole('group', { name });

const byMail = async (name: string) =>
  within(await group(name)).getByRole('checkbox', { name: 'per e-mail' });

async function open(overrides: Overrides = {}) {
  const portal = servePortal(undefined, overrides);
  beLoggedIn();
  openApp('/profile/notifications');
  const sent = () => portal.calls.filter(({ route }) => route === 'POST /users/me/notifications');
  return { sent, user: userEvent.setup() };
}

test('each kind of news has its switch, and one is saved at once', async () => {
  const { sent, user } = await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Berichten' })).toBeVisible();
  for (const name of [
    'Geboekt of toegevoegd',
    'Wijzigingen in je groep',
    'Annuleringen',
    'Herinnering de dag voor je ronde',
    'Wachtlijst',
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one screen
    expect(await byMail(name)).toBeChecked();
  }
  await user.click(await byMail('Annuleringen'));
  expect(await within(await group('Annuleringen')).findByText('opgeslagen')).toHaveRole('status');
  expect(await byMail('Annuleringen')).not.toBeChecked();
  expect(sent().map(({ body }) => body)).toEqual([{ kind: 'round_cancelled', mail: false, push: true }]);
  expect(await byMail('Wachtlijst')).toBeChecked();
});

test('a switch shows what was chosen before the answer arrives', async () => {
  const answer = held();
  const { user } = await open({ 'POST /users/me/notifications': () => answer.response });
  await user.click(await byMail('Wachtlijst'));
  expect(await byMail('Wachtlijst')).not.toBeChecked();
  expect(screen.queryByText('opgeslagen')).toBeNull();
  answer.release();
  expect(await screen.findByText('opgeslagen')).toBeVisible();
});

test('a switch shows a press before the browser draws again', async () => {
  await open();
  const box = await byMail('Wachtlijst');
  fireEvent.click(box);
  // Runs the microtasks of the press; a timer would come after the browser has drawn.
  // oxlint-disable-next-line no-await-in-loop -- one after the other is what is meant
  for (let i = 0; i < 50; i += 1) await Promise.resolve();
  expect(box).not.toBeChecked();
});

test('presses soon after each other are sent in their order, and the last one counts', async () => {
  const answer = held();
  const { sent, user } = await open({ 'POST /users/me/notifications': () => answer.response });
  await user.click(await byMail('Wachtlijst'));
  await user.click(await byMail('Wachtlijst'));
  answer.release();
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent().map(({ body }) => body['mail'])).toEqual([false, true]);
  expect(await byMail('Wachtlijst')).toBeChecked();
});

test('a switch that was not saved goes back, and says so beside it', async () => {
  const { user } = await open({ 'POST /users/me/notifications': () => networkError });
  await user.click(await byMail('Wachtlijst'));
  const alert = await within(await group('Wachtlijst')).findByRole('alert');
  expect(alert).toHaveTextContent('Netwerkfout. Er is niets veranderd.');
  expect(await byMail('Wachtlijst')).toBeChecked();
  expect(within(await group('Annuleringen')).queryByRole('alert')).toBeNull();
});

test('the profile leads to it', async () => {
  servePortal();
  beLoggedIn();
  openApp('/profile');
  expect(await screen.findByRole('link', { name: 'berichten' })).toHaveAttribute(
    'href',
    '/profile/notifications',
  );
});
