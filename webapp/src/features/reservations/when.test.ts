import { expect, test } from 'vitest';
import { today } from '@/api/clock.ts';
import { addDays } from '@/ui/format.ts';
import { daysAhead, tileTexts, weekday } from './when.ts';

test.each([
  [-1, null],
  [0, 'vandaag'],
  [1, 'morgen'],
  [2, 'over 2 dagen'],
  [20, 'over 20 dagen'],
])('%i days ahead', (days, text) => {
  expect(daysAhead(addDays(today(), days))).toBe(text);
});

test('the texts of a tile', () => {
  expect(tileTexts('2026-11-08')).toEqual(['zo', '8', 'nov']);
  expect(weekday('2026-11-28')).toBe('zaterdag');
});
