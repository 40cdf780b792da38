import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dispatch, getDraft } from '@/features/draft/draftStore.ts';
import { beLoggedIn, networkError, openApp, servePortal } from '../../../tests/render.tsx';

test('lists every club with the rounds played, and filters by keyword', async () => {
  const user = userEvent.setup();
  servePortal();
  beLoggedIn();
  openApp('/courses');
  const card = await screen.findByRole('article', { name: 'Golfclub De Zandhoeve' });
  expect(card).toHaveTextContent('2 / 8');
  expect(card).toHaveTextContent('Ermelo');
  expect(card).toHaveTextContent('Starttijden van 8.00 tot 16.30 uur');
  await waitFor(() => expect(card).toHaveTextContent(/vandaag vrij|morgen vrij/));
  await user.type(screen.getByRole('searchbox', { name: 'Zoek een baan' }), 'TEXEL');
  expect(screen.getAllByRole('article')).toHaveLength(1);
  await user.type(screen.getByRole('searchbox'), 'x');
  await user.click(screen.getByRole('button', { name: 'toon alle banen' }));
  expect(screen.getAllByRole('article')).toHaveLength(6);
});

test('starts a reservation on that club', async () => {
  const user = userEvent.setup();
  servePortal();
  beLoggedIn();
  const { router } = openApp('/courses');
  const card = await screen.findByRole('article', { name: 'Golflinks De Vuurtoren' });
  await user.click(within(card).getByRole('button', { name: /bekijk beschikbaarheid & reserveer/ }));
  await expect.poll(() => router.state.location.pathname).toBe('/reservation/players');
  expect(getDraft()).toMatchObject({ isPredefinedCourse: true, golfclub: { id: 'de-vuurtoren' } });
});

test('at a club with rounds of one length that is the answer, and the other says why it is none', async () => {
  const user = userEvent.setup();
  servePortal();
  beLoggedIn();
  dispatch({ type: 'choose-holes', holes: 18 });
  const { router } = openApp('/courses');
  const card = await screen.findByRole('article', { name: 'Golfclub Maasoever' });
  await user.click(within(card).getByRole('button', { name: /bekijk beschikbaarheid & reserveer/ }));
  await expect.poll(() => router.state.location.pathname).toBe('/reservation/players');
  await user.click(await screen.findByRole('button', { name: 'verder, ik speel alleen' }));
  expect(await screen.findByRole('radio', { name: /^9 holes/ })).toBeChecked();
  const other = screen.getByRole('radio', { name: /^18 holes/ });
  expect(other).toBeDisabled();
  expect(other).toHaveAccessibleName(/Golfclub Maasoever heeft 9 holes/);
});

test.each([
  [{ status: 500, body: {} }, 'Fout bij ophalen van data'],
  [{ status: 500, body: { success: false, error: 'Kaart kwijt.' } }, 'Kaart kwijt.'],
  [networkError, 'Netwerkfout bij ophalen van gegevens.'],
] as const)('shows the error', async (response, sentence) => {
  servePortal(undefined, { 'GET /golfclubs/info': () => response });
  beLoggedIn();
  openApp('/courses');
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
});

test('after a tap that grants the location the clubs are ordered by their distance', async () => {
  const user = userEvent.setup();
  const getCurrentPosition = vi.fn<Geolocation['getCurrentPosition']>((found) =>
    found({ coords: { latitude: 53, longitude: 4.8 } } as GeolocationPosition),
  );
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'geolocation'));
  servePortal();
  beLoggedIn();
  openApp('/courses');
  await screen.findAllByRole('article');
  expect(getCurrentPosition).not.toHaveBeenCalled();
  expect(screen.queryByText(/\d km/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'banen bij mij in de buurt' }));
  await waitFor(() => expect(screen.getAllByRole('article')[0]).toHaveTextContent('Texel · 6 km'));

  await user.click(screen.getByRole('button', { name: 'volgorde en filters' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Afstand' }), 'binnen 100 km');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Holes' }), '9 holes');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(4));
  await user.click(screen.getByRole('button', { name: 'wis filters' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(6));
  expect(screen.getByRole('combobox', { name: 'Volgorde' })).toHaveDisplayValue('afstand');
});
