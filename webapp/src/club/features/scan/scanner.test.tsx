import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { codeOf } from '../../../../tests/club/daySamples.ts';
import { networkError, openClub, serveClub } from '../../../../tests/club/render.tsx';
import { keptList } from './store.ts';
import { fail } from '../../../../tests/mockResponse.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  return () => vi.unstubAllGlobals();
});

const answer = () => screen.getByRole('region', { name: 'Antwoord' });
const ENDED = 'Je sessie is verlopen. Log in; scans blijven bewaard.';

test('what a hand-held scanner reads on another screen is recorded and answered', async () => {
  serveClub({}, { 'GET /offline': () => networkError, 'POST /scans': () => networkError });
  const { router } = openClub('/account');
  await screen.findByRole('heading', { level: 1, name: 'Je account' });
  await userEvent.keyboard(`${codeOf(1)}{Enter}`);
  await waitFor(() => expect(router.state.location.pathname).toBe('/scan'));
  await waitFor(() => expect(answer()).not.toHaveTextContent('Scan de code'));
  await router.navigate({ to: '/account' });
  await router.navigate({ to: '/scan' });
  await waitFor(() => expect(answer()).toHaveTextContent('Scan de code'));
});

test('a device at the desk has its tabs on the scanning screen', async () => {
  serveClub({ isDevice: true });
  openClub('/scan');
  const tabs = within(await screen.findByRole('navigation', { name: 'Schermen' }));
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Vandaag', 'Scannen']);
});

test('when the session ends, the answer and scanning stay, but no list, until the log-in says why', async () => {
  let hasEnded = false;
  const ended = () => (hasEnded ? fail(401, 'Je sessie is afgelopen.') : undefined);
  serveClub({}, { 'GET /session': ended, 'POST /scans': ended, 'GET /offline': ended });
  const { router } = openClub('/scan');
  await screen.findByRole('heading', { level: 1, name: 'Scannen' });
  await waitFor(async () => expect(await keptList()).toBeDefined());
  hasEnded = true;
  await userEvent.keyboard(`${codeOf(1)}{Enter}`);
  await waitFor(async () => expect(await keptList()).toBeUndefined());
  expect(await screen.findByText(ENDED, { selector: 'div > p' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/scan');
  expect(answer()).toHaveTextContent('Welkom');
  await userEvent.keyboard(`${codeOf(2)}{Enter}`);
  expect(await screen.findByText(/^2 scans wachten op dit toestel\. Log in/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'inloggen' }));
  expect(await screen.findByText(/^Je sessie is verlopen\. Log opnieuw in\./)).toBeVisible();
  expect(router.state.location).toMatchObject({ pathname: '/login', search: { back: '/scan' } });
});

test('another screen of a session that has ended leads to the log-in', async () => {
  let hasEnded = false;
  const ended = () => (hasEnded ? fail(401, 'Je sessie is afgelopen.') : undefined);
  serveClub({}, { 'GET /session': ended, 'POST /scans': ended, 'GET /offline': ended });
  const { router } = openClub('/scan');
  await screen.findByRole('heading', { level: 1, name: 'Scannen' });
  hasEnded = true;
  await userEvent.keyboard(`${codeOf(1)}{Enter}`);
  await screen.findByText(ENDED, { selector: 'div > p' });
  await router.navigate({ to: '/team' });
  expect(await screen.findByText(/^Je sessie is verlopen\. Log opnieuw in\./)).toBeVisible();
  expect(router.state.location).toMatchObject({ pathname: '/login', search: { back: '/team' } });
});
