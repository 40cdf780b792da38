import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '@/api/error.ts';
import { clubGet, clubPost } from '@/club/api/client.ts';
import type { CourseDay } from '@/club/api/generated/CourseDay.ts';
import type { DayPreview } from '@/club/api/generated/DayPreview.ts';
import { CourseScreen } from './CourseScreen.tsx';

vi.mock('@/club/api/client.ts');

const closed = {
  status: 'closed',
  winter_greens: false,
  no_carts: true,
  note: 'Vorst',
  at: '2026-11-28T06:30:00+01:00',
  by: 'Piet Gras',
};

const dayOf = (date: string, changed: Partial<CourseDay> = {}): CourseDay => ({
  date,
  claimed: 0,
  capacity: 72,
  limited: false,
  closed: null,
  ...changed,
});

const round = (booking: string, ...names: readonly string[]) => ({
  booking,
  booking_number: booking,
  start_time: '10:40',
  holes: 18,
  players: names.map((name) => ({ name, returned: 'pass' as const })),
});

const met = (...rounds: readonly ReturnType<typeof round>[]): DayPreview => {
  const places = rounds.flatMap(({ players }) => players).length;
  return { claimed: places, places, rounds: [...rounds] };
};

function open(reports: readonly (typeof closed)[], rounds: number, days: readonly CourseDay[] = []) {
  let said = reports;
  vi.mocked(clubGet).mockImplementation((_schema, path) =>
    Promise.resolve(
      (path === '/course'
        ? { date: '2026-11-28', reports: said, rounds }
        : { daily_capacity: 72, days }) as never,
    ),
  );
  vi.mocked(clubPost).mockImplementation((_schema, path, body) => {
    if (path === '/course') said = [{ ...closed, ...(body as object) }];
    return Promise.resolve(undefined as never);
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CourseScreen />
    </QueryClientProvider>,
  );
}

beforeEach(() => vi.resetAllMocks());

test('two taps say that the course is closed, and the second one says how many are told', async () => {
  open([], 42);
  await userEvent.click(await screen.findByRole('radio', { name: 'gesloten' }));
  expect(screen.getByText('42 spelers van vandaag en morgen krijgen bericht.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'baan melden' }));
  expect(clubPost).toHaveBeenCalledWith(null, '/course', {
    status: 'closed',
    winter_greens: false,
    no_carts: false,
    note: '',
  });
});

test('what was said last is chosen, and is not said again', async () => {
  open([closed], 1);
  expect(await screen.findByRole('radio', { name: 'gesloten' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: "geen buggy's" })).toBeChecked();
  expect(screen.getByText('06:30 · Piet Gras')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'baan melden' }));
  expect(clubPost).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('radio', { name: 'open' }));
  expect(screen.getByText('1 speler van vandaag en morgen krijgt bericht.')).toBeVisible();
});

test('nobody is told that the course is open as always', async () => {
  open([], 42);
  expect(await screen.findByText('De baan is gewoon open: niemand krijgt bericht.')).toBeVisible();
});

/** Answers the posts about a day in this order; what was sent. */
function answerDays(...answers: readonly unknown[]) {
  const sent: unknown[] = [];
  vi.mocked(clubPost).mockImplementation((_schema, path, body) => {
    if (path === '/course') return Promise.resolve(undefined as never);
    const answer = answers[sent.push([path, body]) - 1];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as never);
  });
  return sent;
}

const sheet = async () => within(await screen.findByRole('dialog'));

test('a day is closed for exactly the rounds that were shown, and the notice survives a refusal', async () => {
  const user = userEvent.setup();
  open([], 0, [dayOf('2026-11-29', { claimed: 3 })]);
  const changed = new ApiError('http', 409, 'Bekijk ze opnieuw.', {}, undefined, {
    ...met(round('A', 'Jan de Vries', 'Eva Smit'), round('B', 'Kees Blom'), round('C', 'Mia Bos')),
  });
  const sent = answerDays(met(round('A', 'Jan de Vries', 'Eva Smit'), round('B', 'Kees Blom')), changed, {
    cancelled: 3,
    places: 4,
  });
  await user.click(await screen.findByRole('button', { name: /3.van 72.plaatsen bezet/ }));
  await user.click((await sheet()).getByRole('button', { name: 'dag sluiten…' }));
  expect(await (await sheet()).findByText('Eva Smit (pas terug)')).toBeVisible();
  expect((await sheet()).getByRole('status')).toHaveTextContent(/2 rondes worden geannuleerd, van 3 spelers/);
  await user.click(screen.getByRole('button', { name: /^sluiten en 2.rondes annuleren/ }));
  expect(screen.getByText('Schrijf wat de spelers lezen.')).toBeVisible();
  await user.type(screen.getByLabelText('Melding voor de spelers'), 'Vorst op de baan');
  await user.click(screen.getByRole('button', { name: /^sluiten en 2.rondes annuleren/ }));
  expect(await (await sheet()).findByText('Mia Bos (pas terug)')).toBeVisible();
  expect((await sheet()).getByRole('alert')).toHaveTextContent('Bekijk ze opnieuw.');
  expect(screen.getByLabelText('Melding voor de spelers')).toHaveValue('Vorst op de baan');
  await user.click(screen.getByRole('button', { name: /^sluiten en 3.rondes annuleren/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const close = { change: 'close', capacity: null, notice: 'Vorst op de baan' };
  expect(sent).toEqual([
    ['/days/2026-11-29/preview', { change: 'close' }],
    ['/days/2026-11-29/change', { ...close, seen: ['A', 'B'] }],
    ['/days/2026-11-29/change', { ...close, seen: ['A', 'B', 'C'] }],
  ]);
});

test('a number of places that cancels nobody needs no notice; another shows whom it meets first', async () => {
  const user = userEvent.setup();
  open([], 0, [dayOf('2026-11-29', { claimed: 3, capacity: 40, limited: true })]);
  const sent = answerDays(met(round('B', 'Kees Blom')), met(), { cancelled: 0, places: 0 });
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
  expect(sent.at(-1)).toEqual([
    '/days/2026-11-29/change',
    { change: 'limit', capacity: 3, notice: null, seen: [] },
  ]);
});

test('a closed day is opened again, and a usual day of rest cannot be', async () => {
  const user = userEvent.setup();
  open([], 0, [
    dayOf('2026-11-29', { closed: { reason: 'Vorst', by: 'day' } }),
    dayOf('2026-11-30', { closed: { reason: '', by: 'weekday' } }),
  ]);
  const sent = answerDays(met(), { cancelled: 0, places: 0 });
  await user.click(await screen.findByRole('button', { name: /gesloten: vaste sluitingsdag/ }));
  expect((await sheet()).queryByRole('button', { name: /openstellen/ })).not.toBeInTheDocument();
  await user.click((await sheet()).getByRole('button', { name: 'terug' }));
  await user.click(screen.getByRole('button', { name: /gesloten: Vorst/ }));
  await user.click((await sheet()).getByRole('button', { name: 'weer openstellen…' }));
  await user.click((await sheet()).getByRole('button', { name: 'openstellen' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent.at(-1)).toEqual([
    '/days/2026-11-29/change',
    { change: 'open', capacity: null, notice: null, seen: [] },
  ]);
});

test('whoever says that the course is closed is asked at once about the rounds of today', async () => {
  const user = userEvent.setup();
  open([], 42, [dayOf('2026-11-28', { claimed: 1 })]);
  const post = vi.mocked(clubPost).getMockImplementation()!;
  vi.mocked(clubPost).mockImplementation((schema, path, body) =>
    path === '/days/2026-11-28/preview'
      ? Promise.resolve(met(round('A', 'Jan de Vries')) as never)
      : post(schema, path, body),
  );
  await user.click(await screen.findByRole('radio', { name: 'gesloten' }));
  await user.click(screen.getByRole('button', { name: 'baan melden' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Ook boekingen van vandaag annuleren?' }));
  expect(await asked.findByText('Jan de Vries (pas terug)')).toBeVisible();
  expect(asked.getByLabelText('Melding voor de spelers')).toHaveValue('De baan is gesloten');
  await user.click(asked.getByRole('button', { name: 'terug' }));
  expect(screen.getByRole('button', { name: 'boekingen van vandaag annuleren…' })).toBeVisible();
});
