import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { codeOf } from '../../../../tests/club/daySamples.ts';
import { createBurst } from './burst.ts';

const report = vi.fn<(code: string) => void>();
const handle = createBurst(report);
beforeEach(() => document.addEventListener('keydown', handle));
afterEach(() => {
  document.removeEventListener('keydown', handle);
  document.body.replaceChildren();
  report.mockReset();
});

let at = 0;
/** True when the page may do what it does with Enter. */
function type(code: string, every: number, where: Element = document.body): boolean {
  let isAllowed = true;
  for (const key of [...code].flatMap((letter) => ['Shift', letter]).concat('Enter')) {
    if (key !== 'Shift') at += every;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: at });
    isAllowed = fireEvent(where, event);
  }
  at += 1_000;
  return isAllowed;
}

test('a code that is typed as fast as a scanner does is reported, and Enter presses nothing', () => {
  expect(type(codeOf(1), 10)).toBe(false);
  expect(type('verlopen', 40)).toBe(false);
  expect(report.mock.calls).toEqual([[codeOf(1)], ['verlopen']]);
});

test('what somebody types is none', () => {
  expect(type(codeOf(1), 90)).toBe(true);
  expect(type('7K3Q-9F2M', 10)).toBe(true);
  const field = document.body.appendChild(document.createElement('input'));
  expect(type(codeOf(1), 10, field)).toBe(true);
  expect(report).not.toHaveBeenCalled();
});
