import { expect, test } from 'vitest';
import type { Queue } from './queue.ts';
import { alarmOf, quietOf, shortOf } from './queueText.ts';

const quiet: Queue = {
  waiting: 0,
  refused: 0,
  recent: [],
  isSending: false,
  lastSync: null,
  failingSince: null,
  needsLogIn: false,
  isLate: false,
  listFrom: null,
};

test('it is quiet while somebody can go on', () => {
  for (const queue of [quiet, { ...quiet, waiting: 2 }, { ...quiet, needsLogIn: true }]) {
    expect(alarmOf(queue)).toBeUndefined();
  }
  expect(quietOf(quiet, true)).toBe('alles verstuurd');
  const lastSync = Date.parse('2026-11-29T12:00:00+01:00');
  expect(quietOf({ ...quiet, lastSync }, true)).toBe('alles verstuurd, 12:00');
  expect(quietOf({ ...quiet, waiting: 1 }, true)).toBe('1 scan wacht');
  expect(quietOf({ ...quiet, waiting: 3 }, false)).toBe('geen internet, 3 scans wachten');
  expect(quietOf(quiet, false)).toBe('geen internet');
  expect(shortOf({ ...quiet, lastSync }, true)).toBe('12:00');
  expect(shortOf({ ...quiet, waiting: 3 }, false)).toBe('3 wachten');
  expect(shortOf(quiet, false)).toBe('geen internet');
});

test('it is loud when somebody has to do something', () => {
  expect(alarmOf({ ...quiet, waiting: 1, needsLogIn: true })).toBe(
    '1 scan wacht op dit toestel. Log in om hem te versturen.',
  );
  expect(alarmOf({ ...quiet, waiting: 3, isLate: true })).toMatch(/^3 scans wachten al langer dan 5 minuten/);
  expect(alarmOf({ ...quiet, refused: 1 })).toMatch(/^1 scan is geweigerd/);
});
