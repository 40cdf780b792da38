import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { beLoggedIn, openApp, servePortal } from '../../../tests/render.tsx';
// Loaded before the first test: where no offer is expected, there must have been time for one.
import './InstallOffer.tsx';
import { keepInstallPrompt, type InstallPrompt } from './installPrompt.ts';
import { startInstall } from './start.ts';
import { mayOffer, recordPresence } from './visits.ts';

const NOON = Date.parse('2026-11-24T12:00:00+01:00');
const MINUTE = 60_000;

beforeEach(() => {
  beLoggedIn();
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
  keepInstallPrompt();
});

/** A visit earlier today, and what the browser announces. */
function comeBack(outcome?: 'accepted' | 'dismissed') {
  recordPresence(NOON - 3 * 60 * MINUTE);
  const prompt = vi.fn<InstallPrompt['prompt']>(async () => ({ outcome: outcome ?? 'dismissed' }));
  const event = new Event('beforeinstallprompt', { cancelable: true });
  if (outcome) keepInstallPrompt(Object.assign(event, { prompt }));
  return prompt;
}

const offer = () => screen.queryByRole('region', { name: 'Fairway op je beginscherm' });
const foundOffer = () => screen.findByRole('region', { name: 'Fairway op je beginscherm' });
/** The screen with everything that it loads. */
const homeScreen = () => screen.findByText('Na je eerste ronde boek je die hier met één tik opnieuw.');

test.each([
  ['the first visit', [0], false],
  ['half an hour later', [0, 30], true],
  ['29 minutes later, which is the same visit', [0, 29], false],
  ['used all the time', [0, 20, 40, 60, 80], false],
  ['on another day, though shortly after', [11 * 60 + 55, 12 * 60 + 5], true],
])('%s: offered %j', (_, minutes, expected) => {
  for (const minute of minutes) recordPresence(NOON + minute * MINUTE);
  expect(mayOffer()).toBe(expected);
});

test('what is stored and unreadable counts as no visit', () => {
  localStorage.setItem('fairway:install', '{"visits":"many"');
  recordPresence(NOON);
  expect(mayOffer()).toBe(false);
  recordPresence(NOON + 40 * MINUTE);
  expect(mayOffer()).toBe(true);
});

test('at the second visit the app can be installed, and is not offered again', async () => {
  const prompt = comeBack('accepted');
  servePortal();
  openApp('/reservations');
  await foundOffer();
  await userEvent.click(screen.getByRole('button', { name: 'installeren' }));
  expect(prompt).toHaveBeenCalledOnce();
  await waitFor(() => expect(offer()).toBeNull());
  recordPresence(NOON + 60 * MINUTE);
  expect(mayOffer()).toBe(false);
});

test('`later` asks again at a later visit', async () => {
  comeBack('dismissed');
  servePortal();
  openApp('/reservations');
  await foundOffer();
  await userEvent.click(screen.getByRole('button', { name: 'later' }));
  expect(offer()).toBeNull();
  expect(mayOffer()).toBe(false);
  recordPresence(NOON + 31 * MINUTE);
  expect(mayOffer()).toBe(true);
});

test('`niet meer vragen` declines for good', async () => {
  comeBack('dismissed');
  servePortal();
  openApp('/reservations');
  await foundOffer();
  await userEvent.click(screen.getByRole('button', { name: 'niet meer vragen' }));
  expect(offer()).toBeNull();
  recordPresence(NOON + 48 * 60 * MINUTE);
  expect(mayOffer()).toBe(false);
});

test('a dialog of the browser that was closed postpones the offer', async () => {
  comeBack('dismissed');
  servePortal();
  openApp('/reservations');
  await foundOffer();
  await userEvent.click(screen.getByRole('button', { name: 'installeren' }));
  await waitFor(() => expect(offer()).toBeNull());
  expect(mayOffer()).toBe(false);
});

test('a browser that announces late makes the offer appear', async () => {
  comeBack();
  servePortal();
  openApp('/reservations');
  await homeScreen();
  expect(offer()).toBeNull();
  act(() => void comeBack('dismissed'));
  expect(await foundOffer()).toBeVisible();
});

test('Safari on a phone cannot ask: it is explained', async () => {
  Object.assign(navigator, { standalone: false });
  Object.defineProperty(navigator, 'maxTouchPoints', { value: 5, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'standalone');
    Reflect.deleteProperty(navigator, 'maxTouchPoints');
  });
  comeBack();
  servePortal();
  openApp('/reservations');
  expect(await foundOffer()).toHaveTextContent('Zet op beginscherm');
  expect(screen.queryByRole('button', { name: 'installeren' })).toBeNull();
});

test('an installed app, and the first visit, are not asked', async () => {
  comeBack('dismissed');
  window.matchMedia = (query) => ({ matches: query.includes('standalone') }) as never;
  servePortal();
  const { router } = openApp('/reservations');
  await homeScreen();
  expect(offer()).toBeNull();
  await router.navigate({ to: '/news' });
  expect(offer()).toBeNull();
});

test("an operator who looks on is not asked to install the member's app", async () => {
  comeBack('dismissed');
  servePortal().impersonate();
  openApp('/reservations');
  await homeScreen();
  await screen.findByRole('complementary', { name: 'Meekijken' });
  expect(offer()).toBeNull();
});

test('visits are counted while the app is used, and an installation ends the offer', () => {
  const stop = startInstall();
  onTestFinished(stop);
  vi.setSystemTime(NOON + 45 * MINUTE);
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  expect(mayOffer()).toBe(true);
  const announced = new Event('beforeinstallprompt', { cancelable: true });
  window.dispatchEvent(announced);
  expect(announced.defaultPrevented, 'the browser makes no offer of its own').toBe(true);
  window.dispatchEvent(new Event('appinstalled'));
  expect(mayOffer()).toBe(false);
});
