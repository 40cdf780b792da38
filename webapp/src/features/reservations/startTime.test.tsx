import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { beLoggedIn, networkError, openApp, servePortal } from '../../../tests/render.tsx';
import { callAddress, lacksStartTime } from './startTime.ts';
import { mailAddress } from './startTimeMail.ts';

const jan = 'jan.devries@fairway.example';
const sanne = 'sanne.bakker@fairway.example';

/** The card of a round in some days, with the sheet about its start time open. */
async function open(start_time: string | null = null, overrides: Parameters<typeof servePortal>[1] = {}) {
  const portal = servePortal(undefined, overrides);
  const booking = portal.book(0, 3, [jan, sanne]);
  if (start_time) Object.assign(booking, { start_time, start_time_by: 'Sanne' });
  beLoggedIn();
  openApp('/reservations');
  const card = within(await screen.findByRole('article'));
  const user = userEvent.setup();
  const ask = () => user.click(card.getByRole('button', { name: /^starttijd (afspreken|wijzigen)$/ }));
  await ask();
  const dialog = within(await screen.findByRole('dialog', { name: 'Starttijd afspreken' }));
  const write = async (time: string) => {
    await user.clear(dialog.getByLabelText('Afgesproken starttijd'));
    await user.type(dialog.getByLabelText('Afgesproken starttijd'), time);
    await user.click(dialog.getByRole('button', { name: /opslaan$/ }));
  };
  return { booking, card, dialog, user, ask, write };
}

test('a fresh round asks for a time first; it then stands on the card, with who wrote it', async () => {
  const { card, dialog, write } = await open();
  expect(dialog.getByRole('link', { name: 'bel 0341 00 02 28' })).toHaveAttribute('href', 'tel:0341000228');
  await write('10:40');
  expect(await card.findByText('Starttijd 10:40, afgesproken door Jan')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(card.queryByRole('button', { name: 'starttijd afspreken' })).toBeNull();
  expect(card.getByRole('button', { name: 'starttijd wijzigen' })).toHaveFocus();
});

test('the time that came first is shown, and the member chooses', async () => {
  const { booking, card, dialog, user, write } = await open();
  Object.assign(booking, { start_time: '10:30', start_time_by: 'Sanne' });
  await write('10:40');
  expect(
    await dialog.findByText('Er staat nu: 10:30, afgesproken door Sanne. Welke tijd klopt?'),
  ).toBeVisible();
  expect(dialog.getByRole('button', { name: '10:30 laten staan' })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: '10:40 opslaan' }));
  expect(await card.findByText('Starttijd 10:40, afgesproken door Jan')).toBeVisible();
});

test('the first time can stay', async () => {
  const { booking, card, dialog, user, write } = await open();
  Object.assign(booking, { start_time: '10:30', start_time_by: 'Sanne' });
  await write('10:40');
  await user.click(await dialog.findByRole('button', { name: '10:30 laten staan' }));
  expect(card.getByText('Starttijd 10:30, afgesproken door Sanne')).toBeVisible();
  expect(booking.start_time).toBe('10:30');
});

test('what was typed stays after a failure, also when the sheet is closed', async () => {
  const overrides: Parameters<typeof servePortal>[1] = {};
  const { booking, dialog, user, ask, write } = await open(null, overrides);
  overrides[`POST /reservations/${booking.players[0]!.id}/start_time`] = () => networkError;
  await write('10:40');
  expect(await dialog.findByRole('alert')).toHaveTextContent('de starttijd is nog niet opgeslagen');
  await user.click(dialog.getByRole('button', { name: 'terug' }));
  await ask();
  expect(await screen.findByLabelText('Afgesproken starttijd')).toHaveValue('10:40');
});

test('a time can be removed', async () => {
  const { booking, card, dialog, user } = await open('9:30');
  await user.click(dialog.getByRole('button', { name: 'starttijd verwijderen' }));
  expect(await card.findByRole('button', { name: 'starttijd afspreken' })).toHaveFocus();
  await waitFor(() => expect(booking.start_time).toBeNull());
});

const round = {
  booking_number: 'N4T3-TX44',
  play_date: '2026-11-28',
  start_time: null,
  holes: 18,
  golfclub: {
    name: 'De Zandhoeve',
    telephone: '',
    starttime_description: '',
    reservation_description:
      '<a href="mailto:info@zandhoeve.example">mail</a> of <a href="tel:+31341000228">bel</a>',
  },
  players: [
    { first_name: 'Jan', prefix: 'de', last_name: 'Vries', status: 'actief', is_me: true },
    { first_name: 'Sanne', prefix: '', last_name: 'Bakker', status: 'geannuleerd', is_me: false },
  ],
} as unknown as Reservation;

test('without a number of its own the club is called by the one in its text', () => {
  expect(callAddress(round.golfclub)).toBe('tel:+31341000228');
  expect(callAddress({ ...round.golfclub, reservation_description: '' })).toBeUndefined();
});

test('the mail names the round, its number and who plays', () => {
  const mail = new URL(mailAddress(round)!);
  expect(mail.pathname).toBe('info@zandhoeve.example');
  expect(mail.searchParams.get('subject')).toBe('Starttijd zaterdag 28 november, boekingsnummer N4T3-TX44');
  const body = mail.searchParams.get('body');
  for (const part of ['zaterdag 28 november', 'N4T3-TX44', 'Holes: 18', 'Spelers (1): Jan de Vries']) {
    expect(body).toContain(part);
  }
});

test.each([
  ['a club that says nothing', {}, {}, true],
  ['a club without appointments', { starttime_description: 'Elke dag vrij starten' }, {}, false],
  ['a round with a time', {}, { start_time: '10:40' }, false],
  ['a server of before', {}, { booking_number: '' }, false],
])('%s: whether a time is still to be agreed', (_, golfclub, change, lacks) => {
  expect(lacksStartTime({ ...round, golfclub: { ...round.golfclub, ...golfclub }, ...change })).toBe(lacks);
});
