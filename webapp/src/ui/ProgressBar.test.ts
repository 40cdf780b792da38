import { expect, test } from 'vitest';
import { percentUsed } from './ProgressBar.tsx';

test.each([
  [0, 60, 0],
  [38, 60, 63],
  [60, 60, 100],
  [61, 60, 100],
  [0, 0, 0],
  [1, 0, 100],
])('%i of %i is %i percent', (used, max, percent) => {
  expect(percentUsed(used, max)).toBe(percent);
});
