import { expect, test } from 'vitest';
import { dutchTelephone } from './telephone.ts';

test.each([
  ['+31612345678', '06 12345678'],
  ['+31201234567', '020 1234567'],
  ['+31334567890', '033 4567890'],
  ['+31577123456', '0577 123456'],
  ['+31880123456', '088 0123456'],
  ['+32470123456', '+32470123456'],
  ['', ''],
])('writes %j as %j', (stored, written) => {
  expect(dutchTelephone(stored)).toBe(written);
});
