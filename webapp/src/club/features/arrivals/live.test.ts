import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeEventSource } from '../../../../tests/club/render.tsx';
import { followDays } from './live.ts';

const onChange = vi.fn<(date?: string) => void>();
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  onChange.mockClear();
  stop = followDays(onChange);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const source = () => FakeEventSource.opened.at(-1)!;

test('reports the day that changed, and every day after a gap', () => {
  source().dispatchEvent(new Event('open'));
  expect(onChange).not.toHaveBeenCalled();
  source().report('2026-11-28');
  expect(onChange.mock.calls).toEqual([['2026-11-28']]);
  source().dispatchEvent(new Event('open'));
  expect(onChange.mock.calls.at(-1)).toEqual([]);
});

test('opens a refused connection again, and leaves a dropped one to the browser', async () => {
  source().dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeEventSource.opened).toHaveLength(1);
  source().close();
  source().dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(FakeEventSource.opened).toHaveLength(2);
  stop();
  source().dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(FakeEventSource.opened).toHaveLength(2);
});
