import { expect, test } from 'vitest';
import { paymentAddress } from './paymentPage.ts';

test('opens web pages only', () => {
  expect(paymentAddress('https://pay.example/tr_1', 'http://fairway.test')).toBe('https://pay.example/tr_1');
  expect(paymentAddress('/checkout/tr_1', 'http://fairway.test')).toBe('http://fairway.test/checkout/tr_1');
  expect(() => paymentAddress('javascript:alert(1)', 'http://fairway.test')).toThrow('not a web address');
});
