import { expect, test } from 'vitest';
import { clockTime, leftText, untilNextText } from './waitingText.ts';

const MINUTE = 60_000;

test.each([
  [120 * MINUTE, '2 uur'],
  [72 * MINUTE, '1 uur 12 minuten'],
  [61 * MINUTE, '1 uur 1 minuut'],
  [60 * MINUTE - 1, '1 uur'],
  [MINUTE, '1 minuut'],
  [1, '1 minuut'],
])('%d ms are %s', (milliseconds, text) => {
  expect(leftText(milliseconds)).toBe(text);
});

test.each([150_001, 120_000, 60_001, 60_000, 59_999, 1])(
  'with %d ms left the text changes when the next one is due, and not before',
  (milliseconds) => {
    const wait = untilNextText(milliseconds);
    expect(leftText(milliseconds - wait + 1)).toBe(leftText(milliseconds));
    expect(leftText(milliseconds - wait)).not.toBe(leftText(milliseconds));
  },
);

test('times are those in Amsterdam, in summer and in winter', () => {
  expect(clockTime('2026-11-25T15:30:00Z')).toBe('16:30');
  expect(clockTime('2026-07-25T14:30:00Z')).toBe('16:30');
});
