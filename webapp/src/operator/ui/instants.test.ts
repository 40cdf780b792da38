import { expect, test } from 'vitest';
import { asTypedInstant, formatRelative } from './instants.ts';

const NOW = Date.parse('2026-11-28T12:00:00+01:00');

test.each([
  ['2026-11-25T11:04:03+01:00', '3 days ago'],
  ['2026-11-28T09:30:00+01:00', '2 hours ago'],
  ['2026-11-28T10:57:00Z', '3 minutes ago'],
  ['2026-11-28T11:59:30+01:00', 'now'],
  ['2026-11-28T14:00:00+01:00', 'in 2 hours'],
  ['2026-11-28', undefined],
  ['yesterday', undefined],
])('%s is %s', (instant, expected) => {
  expect(formatRelative(instant, NOW)).toBe(expected);
});

test('an instant is typed as the screens write it', () => {
  expect(asTypedInstant('2026-11-25T11:04:03+01:00')).toBe('2026-11-25 11:04:03');
});
