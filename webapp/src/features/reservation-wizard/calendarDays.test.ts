import { expect, test } from 'vitest';
import { dayAfterKey, dayText, monthsTitle, todayIn, weeksOf, windowDays } from './calendarDays.ts';
import type { Availability } from './queries.ts';

const free = { reservable: true, reason: '', bonus_needed: false, bonus_players: [] };
const past = { ...free, reservable: false, reason: 'Deze datum ligt in het verleden' };

test('shows 21 days from the Monday of the week', () => {
  const days = windowDays(undefined, '2026-11-25');
  expect(days).toHaveLength(21);
  expect([days[0], days.at(-1)]).toEqual(['2026-11-23', '2026-12-13']);
  expect(weeksOf(days).map((week) => week[0])).toEqual(['2026-11-23', '2026-11-30', '2026-12-07']);
});

test('a Sunday is the last day of its week, and the days can be in two years', () => {
  const days = windowDays(undefined, '2027-01-03');
  expect([days[0], days.at(-1)]).toEqual(['2026-12-28', '2027-01-17']);
  expect(monthsTitle(days)).toBe('december 2026 – januari 2027');
});

test("the server's days and its current date override the device's", () => {
  const availability: Availability = Object.fromEntries(
    windowDays(undefined, '2026-11-25').map((day) => [day, day < '2026-11-25' ? past : free]),
  );
  const days = windowDays(availability, '2026-10-01');
  expect(days[0]).toBe('2026-11-23');
  expect(todayIn(days, availability, '2026-10-01')).toBe('2026-11-25');
});

test('names one month or two', () => {
  expect(monthsTitle(['2026-11-02', '2026-11-22'])).toBe('november 2026');
  expect(monthsTitle(['2026-11-23', '2026-12-13'])).toBe('november – december 2026');
});

test.each([
  ['ArrowRight', '2026-11-29', '2026-11-30'],
  ['ArrowLeft', '2026-11-23', '2026-11-23'],
  ['ArrowDown', '2026-11-25', '2026-12-02'],
  ['ArrowUp', '2026-11-25', '2026-11-25'],
  ['Home', '2026-11-27', '2026-11-23'],
  ['End', '2026-11-27', '2026-11-29'],
  ['PageDown', '2026-11-27', '2026-12-11'],
  ['PageUp', '2026-12-11', '2026-11-27'],
  ['x', '2026-11-27', null],
])('%s from %s leads to %s', (key, from, to) => {
  expect(dayAfterKey(key, from, windowDays(undefined, '2026-11-25'))).toBe(to);
});

test('a day has its reason, or the players whose bonus right it uses', () => {
  const bonus = { ...free, bonus_needed: true, bonus_players: ['Jan', 'Sanne'] };
  const availability: Availability = { a: past, b: bonus, c: free };
  expect(dayText(availability, 'a')).toBe('Deze datum ligt in het verleden');
  expect(dayText(availability, 'b')).toBe('Op deze datum wordt een bonusspeelrecht van Jan, Sanne gebruikt');
  expect(dayText(availability, 'c')).toBe('');
});
