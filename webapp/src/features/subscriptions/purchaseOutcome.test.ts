import { expect, test } from 'vitest';
import { sampleSubscriptions } from '../../../tests/portalPurchases.ts';
import { outcomeOf, pollDelay, purchaseOf } from './purchaseOutcome.ts';
import { subscriptionsAnswer, type Subscriptions } from './schemas.ts';

const asked = { isFetching: false, isFresh: true };

function having(changes: Partial<Subscriptions>): Subscriptions {
  const { data } = subscriptionsAnswer.parse({ data: sampleSubscriptions('2026-11-25') });
  return { ...data, ...changes };
}

test('the flags say which purchase is meant', () => {
  expect(purchaseOf({ ordered: true })).toBe('freevoucher');
  expect(purchaseOf({ federationOrdered: true })).toBe('federationregistration');
  expect(purchaseOf({})).toBeNull();
});

test('what the server reports as paid is shown, with or without a flag', () => {
  const data = having({ purchaseMessage: 'Gelukt.' });
  expect(outcomeOf(data, null, asked)).toEqual({ kind: 'paid', text: 'Gelukt.' });
  expect(outcomeOf(data, 'freevoucher', asked)).toEqual({ kind: 'paid', text: 'Gelukt.' });
});

test('a flag proves nothing', () => {
  expect(outcomeOf(having({}), 'freevoucher', asked)).toEqual({
    kind: 'unpaid',
    text: 'De betaling van je extra vrije voucher is niet geslaagd.',
  });
  expect(outcomeOf(having({ purchaseStatus: null }), 'federationregistration', asked)).toEqual({
    kind: 'unpaid',
    text: 'De betaling van je NGF registratie is niet geslaagd.',
  });
});

test.each([
  ['failed', 'mislukt'],
  ['canceled', 'afgebroken'],
  ['expired', 'verlopen'],
] as const)('an order that %s is told in its own words', (status, word) => {
  const data = having({ purchaseStatus: { freevoucher: status } });
  const outcome = outcomeOf(data, 'freevoucher', asked);
  expect(outcome).toMatchObject({ kind: 'unpaid', detail: expect.stringContaining(word) });
});

test('the order of the other product does not count', () => {
  const data = having({ purchaseStatus: { freevoucher: 'failed', federationregistration: 'open' } });
  expect(outcomeOf(data, 'federationregistration', asked)).toEqual({ kind: 'open' });
  expect(outcomeOf(data, null, asked)).toBeNull();
});

test('an order paid longer ago than the message lasts is still paid', () => {
  const data = having({ purchaseStatus: { freevoucher: 'paid' } });
  expect(outcomeOf(data, 'freevoucher', asked)).toMatchObject({ kind: 'paid' });
});

test('older data says nothing about a payment', () => {
  const data = having({ purchaseMessage: 'Gelukt.' });
  expect(outcomeOf(data, 'freevoucher', { isFetching: true, isFresh: false })).toBeNull();
  expect(outcomeOf(data, 'freevoucher', { isFetching: false, isFresh: false })).toEqual({ kind: 'unknown' });
});

test('asks again with growing pauses, and not for ever', () => {
  const delays = Array.from({ length: 11 }, (_, index) => pollDelay(index + 1) as number);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(delays[0]).toBeLessThan(2_000);
  expect(delays.at(-1)).toBe(20_000);
  expect(pollDelay(12)).toBe(false);
});
