import { expect, test } from 'vitest';
import { arrived, dayOf, flight, player } from '../../../../tests/club/daySamples.ts';
import { found, fromStored, grouped, silentDevices, withOwn, type Flight } from './day.ts';

const numbers = (flights: readonly Flight[]) => flights.map(({ booking_number }) => booking_number);

test('flights come in order of their start time, those without one apart', () => {
  const flights = [flight('B', null), flight('D', '10:00'), flight('C', '09:10'), flight('A', '10:00')];
  const { timed, untimed } = grouped(flights);
  expect(numbers(timed)).toEqual(['C', 'A', 'D']);
  expect(numbers(untimed)).toEqual(['B']);
});

test('a search finds names without accents and in any order of words, and parts of booking numbers', () => {
  const flights = [
    flight('FW-1234-56', '09:00', player('Zoë de Vries'), player('Jan Bakker')),
    flight('FW-7777-12', '09:10', player('Piet Vries')),
  ];
  expect(numbers(found(flights, ' vries zoe '))).toEqual(['FW-1234-56']);
  expect(numbers(found(flights, '3456'))).toEqual(['FW-1234-56']);
  expect(numbers(found(flights, 'fw 7777'))).toEqual(['FW-7777-12']);
  expect(numbers(found(flights, 'bakker zoe'))).toEqual([]);
  expect(found(flights, '  ')).toBe(flights);
});

test('an arrival of this device shows until the list has it, and changes its own flight only', () => {
  const day = dayOf([flight('A', '09:00', player('Jan')), flight('B', '09:10', player('Piet'))]);
  const own = new Map([
    ['place of Jan', { date: day.date, at: '2026-11-28T09:00:00Z', before: 'expected' }],
    ['place of Piet', { date: '2020-01-01', at: '2020-01-01T09:00:00Z', before: 'expected' }],
  ]);
  const shown = withOwn(day, own, 'Receptie');
  expect(shown.arrived).toBe(1);
  expect(shown.flights[0]?.players[0]).toMatchObject({
    status: 'arrived',
    arrived_by: 'Receptie',
    is_own: true,
  });
  expect(shown.flights[1]).toBe(day.flights[1]);
  expect(withOwn(dayOf([flight('A', '09:00', arrived('Jan'))]), own, 'Receptie').arrived).toBe(1);
});

test('the stored list is a day of short names, without what only the server knows', () => {
  const players = [
    {
      place: 'p',
      short_name: 'Jan V.',
      code_hash: '',
      status: 'arrived' as const,
      arrived_at: null,
      arrived_by: null,
    },
  ];
  const day = fromStored({
    date: '2026-11-28',
    flights: [{ booking_number: 'A', holes: 9, start_time: null, players }],
  });
  expect(day).toMatchObject({ expected: 1, arrived: 1, can_correct: false, read_at: null });
  expect(day.flights[0]?.players[0]).toMatchObject({ name: 'Jan V.', played_holes: 9, entitled_by: null });
});

const device = (name: string, last_synced_at: string | null) => ({
  name,
  last_synced_at,
  waiting_scans: null,
});

test('a device is silent after half an hour, by the server’s clock', () => {
  const day = dayOf([], {
    read_at: '2026-11-28T10:00:00Z',
    devices: [
      device('Receptie', '2026-11-28T10:59:00+01:00'),
      device('Starter', '2026-11-28T09:29:00Z'),
      device('Shop', null),
    ],
  });
  expect(silentDevices(day).map(({ name }) => name)).toEqual(['Starter', 'Shop']);
});
