import { expect, test } from 'vitest';
import { asTypedEuros, centsOf, euros, signedCentsOf } from './money.ts';

test.each([
  ['25,00', 2500],
  ['25.00', 2500],
  ['25', 2500],
  ['-12,5', -1250],
  ['−0.05', -5],
  ['-0', 0],
  ['1.000,00', undefined],
  ['', undefined],
  ['-', undefined],
  ['--1', undefined],
])('%j typed is %j cents', (text, cents) => {
  expect(signedCentsOf(text)).toBe(cents);
});

test.each([2500, -1250, -5, 0])('%j cents come back from the field that shows them', (cents) => {
  expect(signedCentsOf(asTypedEuros(cents))).toBe(cents);
});

test('an amount that may not be below zero has no minus', () => {
  expect(centsOf('-1,00')).toBeUndefined();
  expect(euros(-1250)).toBe('-€12.50');
});
