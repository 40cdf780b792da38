import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const open = async () => {
  vi.resetModules();
  return import('./clock.ts');
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-28T00:10:00+01:00'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
});

test("uses this device's day until the server responds", async () => {
  const { today } = await open();
  expect(today()).toBe('2026-11-28');
});

test("retains the server's day for an opening without a network", async () => {
  const first = await open();
  first.setServerTime('2026-11-25T09:00:00+01:00');
  expect(first.today()).toBe('2026-11-25');
  expect((await open()).today()).toBe('2026-11-25');
});

test('a response replaces the day, and one without the time does not', async () => {
  const { setServerTime, today } = await open();
  setServerTime('2026-11-25T09:00:00+01:00');
  setServerTime('2026-11-26T09:00:00+01:00');
  setServerTime(null);
  expect(today()).toBe('2026-11-26');
  expect((await open()).today()).toBe('2026-11-26');
});

test('a full storage is no error', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { setServerTime, today } = await open();
  setServerTime('2026-11-25T09:00:00+01:00');
  expect(today()).toBe('2026-11-25');
});
