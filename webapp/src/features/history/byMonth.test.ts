import { expect, test } from 'vitest';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { byMonth } from './byMonth.ts';

test('the rounds are under the month of their day, in the order of the list', () => {
  const days = ['2026-11-02', '2026-10-31', '2026-10-03', '2025-10-03'];
  const rounds = days.map((play_date) => ({ play_date }) as Reservation);
  expect(byMonth(rounds).map(({ name, rounds: ofMonth }) => [name, ofMonth.length])).toEqual([
    ['november 2026', 1],
    ['oktober 2026', 2],
    ['oktober 2025', 1],
  ]);
});
