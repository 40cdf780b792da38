import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { today } from '@/api/clock.ts';
import { addDays } from '@/ui/format.ts';
import { flight, player, type DayContents } from '../../../../tests/club/daySamples.ts';
import { openClub, serveClub } from '../../../../tests/club/render.tsx';

const tomorrow = () => addDays(today(), 1);
const round = (booking: string, ...names: readonly string[]) =>
  flight(booking, '10:40', ...names.map((name) => player(name)));

/** With this tomorrow. */
function open(contents: Partial<DayContents>, days: Readonly<Record<string, Partial<DayContents>>> = {}) {
  const clubhouse = serveClub({ days: { [tomorrow()]: contents, ...days } });
  openClub('/course');
  return { clubhouse, user: userEvent.setup() };
}

test('two taps say that the course is closed, and the second one says how many are told', async () => {
  const { clubhouse, user } = open({ flights: [round('A', 'Jan', 'Sanne')] });
  await user.click(await screen.findByRole('radio', { name: 'gesloten' }));
  expect(screen.getByText('2 spelers van vandaag en morgen krijgen bericht.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'baan melden' }));
  expect(await screen.findByText(/^\d\d:\d\d · Marga Visser$/)).toBeVisible();
  expect(clubhouse.bodiesOf('POST /course')).toEqual([
    { status: 'closed', winter_greens: false, no_carts: false, note: '' },
  ]);
});

test('what was said last is chosen, and is not said again', async () => {
  const { clubhouse, user } = open({ flights: [round('A', 'Jan')] });
  await user.click(await screen.findByRole('radio', { name: 'gesloten' }));
  await user.click(screen.getByRole('checkbox', { name: "geen buggy's" }));
  await user.click(screen.getByRole('button', { name: 'baan melden' }));
  expect(await screen.findByText('Dit is gemeld.')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'gesloten' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: "geen buggy's" })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'baan melden' }));
  expect(clubhouse.bodiesOf('POST /course')).toHaveLength(1);
  await user.click(screen.getByRole('radio', { name: 'open' }));
  expect(screen.getByText('1 speler van vandaag en morgen krijgt bericht.')).toBeVisible();
});

test('nobody is told that the course is open as always', async () => {
  open({ flights: [round('A', 'Jan')] });
  expect(await screen.findByText('De baan is gewoon open: niemand krijgt bericht.')).toBeVisible();
});

const sheet = async () => within(await screen.findByRole('dialog'));

test('a day is closed for exactly the rounds that were shown, and the notice survives a refusal', async () => {
  const flights = [round('A', 'Jan de Vries', 'Eva Smit'), round('B', 'Kees Blom')];
  const { clubhouse, user } = open({ flights });
  await user.click(await screen.findByRole('button', { name: /3.van 72.plaatsen bezet/ }));
  await user.click((await sheet()).getByRole('button', { name: 'dag sluiten…' }));
  expect(await (await sheet()).findByText('Eva Smit (pas terug)')).toBeVisible();
  expect((await sheet()).getByRole('status')).toHaveTextContent(/2 rondes worden geannuleerd, van 3 spelers/);
  await user.click(screen.getByRole('button', { name: /^sluiten en 2.rondes annuleren/ }));
  expect(screen.getByText('Schrijf wat de spelers lezen.')).toBeVisible();
  await user.type(screen.getByLabelText('Melding voor de spelers'), 'Vorst op de baan');
  flights.push(round('C', 'Mia Bos'));
  await user.click(screen.getByRole('button', { name: /^sluiten en 2.rondes annuleren/ }));
  expect(await (await sheet()).findByText('Mia Bos (pas terug)')).toBeVisible();
  expect((await sheet()).getByRole('alert')).toHaveTextContent('Bekijk ze opnieuw.');
  expect(screen.getByLabelText('Melding voor de spelers')).toHaveValue('Vorst op de baan');
  await user.click(screen.getByRole('button', { name: /^sluiten en 3.rondes annuleren/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const close = { change: 'close', capacity: null, notice: 'Vorst op de baan' };
  expect(clubhouse.bodiesOf(`POST /days/${tomorrow()}/change`)).toEqual([
    { ...close, seen: ['A', 'B'] },
    { ...close, seen: ['A', 'B', 'C'] },
  ]);
  expect(await screen.findByRole('button', { name: /gesloten: Vorst op de baan/ })).toBeVisible();
});

test('a number of places that cancels nobody needs no notice; another shows whom it meets first', async () => {
  const flights = [round('A', 'Jan de Vries', 'Eva Smit'), round('B', 'Kees Blom')];
  const { clubhouse, user } = open({ flights, limit: 40 });
  await user.click(await screen.findByRole('button', { name: /aangepast aantal/ }));
  await user.click((await sheet()).getByRole('button', { name: 'aantal plaatsen…' }));
  const field = screen.getByLabelText('Aantal plaatsen op deze dag');
  expect(field).toHaveValue(40);
  await user.clear(field);
  await user.type(field, '73');
  await user.click(screen.getByRole('button', { name: 'vastleggen' }));
  expect(screen.getByText('Vul een aantal van 0 tot en met 72 in.')).toBeVisible();
  await user.clear(field);
  await user.type(field, '2');
  await user.click(screen.getByRole('button', { name: 'vastleggen' }));
  expect(await screen.findByText('Kees Blom (pas terug)')).toBeVisible();
  await user.clear(field);
  await user.type(field, '3');
  expect(screen.queryByText('Kees Blom (pas terug)')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'vastleggen' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(clubhouse.bodiesOf(`POST /days/${tomorrow()}/change`)).toEqual([
    { change: 'limit', capacity: 3, notice: null, seen: [] },
  ]);
});

test('a closed day is opened again, and a usual day of rest cannot be', async () => {
  const { clubhouse, user } = open(
    { closed: { reason: 'Vorst', by: 'day' } },
    { [addDays(today(), 2)]: { closed: { reason: '', by: 'weekday' } } },
  );
  await user.click(await screen.findByRole('button', { name: /gesloten: vaste sluitingsdag/ }));
  expect((await sheet()).queryByRole('button', { name: /openstellen/ })).not.toBeInTheDocument();
  await user.click((await sheet()).getByRole('button', { name: 'terug' }));
  await user.click(screen.getByRole('button', { name: /gesloten: Vorst/ }));
  await user.click((await sheet()).getByRole('button', { name: 'weer openstellen…' }));
  await user.click((await sheet()).getByRole('button', { name: 'openstellen' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(clubhouse.bodiesOf(`POST /days/${tomorrow()}/change`)).toEqual([
    { change: 'open', capacity: null, notice: null, seen: [] },
  ]);
});

test('whoever says that the course is closed is asked at once about the rounds of today', async () => {
  const { user } = open({}, { [today()]: { flights: [round('A', 'Jan de Vries')] } });
  await screen.findByRole('button', { name: /1.van 72.plaatsen bezet/ });
  await user.click(await screen.findByRole('radio', { name: 'gesloten' }));
  await user.click(screen.getByRole('button', { name: 'baan melden' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Ook boekingen van vandaag annuleren?' }));
  expect(await asked.findByText('Jan de Vries (pas terug)')).toBeVisible();
  expect(asked.getByLabelText('Melding voor de spelers')).toHaveValue('De baan is gesloten');
  await user.click(asked.getByRole('button', { name: 'terug' }));
  expect(screen.getByRole('button', { name: 'boekingen van vandaag annuleren…' })).toBeVisible();
});
