import { expect, test } from 'vitest';
import { arrived, flight, player } from '../../../../tests/club/daySamples.ts';
import { latenessOf } from './late.ts';

test('a flight is late after its start time, until the last expected player has arrived', () => {
  const left = player('Kees', { has_left: true });
  const late = flight('A', '09:10', arrived('Jan'), player('Piet'), left);
  expect(latenessOf(late, '09:10')).toBeUndefined();
  expect(latenessOf(late, '09:30')).toBe('1 van 2 · 20 min. te laat');
  expect(latenessOf(late, '11:00')).toBe('1 van 2 · meer dan een uur te laat');
  expect(latenessOf(flight('A', '09:10', arrived('Jan'), left), '09:30')).toBeUndefined();
  expect(latenessOf(flight('A', null, player('Jan')), '09:30')).toBeUndefined();
});
