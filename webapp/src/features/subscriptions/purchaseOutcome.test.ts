import { expect, test } from 'vitest';
import type { Subscriptions } from '@/api/generated/Subscriptions.ts';
import { SubscriptionsAnswer } from '@/api/generated/SubscriptionsAnswer.ts';
import { sampleSubscriptions } from '../../../tests/portalPurchases.ts';
import { outcomeOf, pollDelay, purchaseOf } from './purchaseOutcome.ts';

const freshData = { isFetching: false, isFresh: true };

function subscriptionsWith(changes: Partial<Subscriptions>): Subscriptions {
  const { data } = SubscriptionsAnswer.parse({ data: sampleSubscriptions('2026-11-25') });
  return { ...data, ...changes };
}

test('the flag identifies the purchase', () => {
  expect(purchaseOf({ ordered: true })).toBe('freevoucher');
  expect(purchaseOf({ federationOrdered: true })).toBe('federationregistration');
  expect(purchaseOf({})).toBeNull();
});

test('what the server reports as paid is shown, with or without a flag', () => {
  const data = subscriptionsWith({ purchaseMessage: 'Gelukt.' });
  expect(outcomeOf(data, null, freshData)).toEqual({ kind: 'paid', text: 'Gelukt.' });
  expect(outcomeOf(data, 'freevoucher', freshData)).toEqual({ kind: 'paid', text: 'Gelukt.' });
});

test('a flag in the address does not prove a payment', () => {
  expect(outcomeOf(subscriptionsWith({}), 'freevoucher', freshData)).toEqual({
    kind: 'unpaid',
    text: 'De betaling van je extra vrije voucher is niet geslaagd.',
  });
  const none = { freevoucher: null, federationregistration: null };
  expect(outcomeOf(subscriptionsWith({ purchaseStatus: none }), 'federationregistration', freshData)).toEqual(
    {
      kind: 'unpaid',
      text: 'De betaling van je NGF registratie is niet geslaagd.',
    },
  );
});

test.each([
  ['failed', 'unpaid', 'mislukt'],
  ['canceled', 'cancelled', 'afgebroken'],
  ['expired', 'unpaid', 'verlopen'],
] as const)('an order with status %s has its own message', (status, kind, word) => {
  const data = subscriptionsWith({ purchaseStatus: { freevoucher: status, federationregistration: null } });
  const outcome = outcomeOf(data, 'freevoucher', freshData);
  expect(outcome).toMatchObject({ kind, detail: expect.stringContaining(word) });
});

test('the order of the other product does not count', () => {
  const data = subscriptionsWith({
    purchaseStatus: { freevoucher: 'failed', federationregistration: 'open' },
  });
  expect(outcomeOf(data, 'federationregistration', freshData)).toEqual({ kind: 'open' });
  expect(outcomeOf(data, null, freshData)).toBeNull();
});

test('a paid order is shown as paid also after its message has expired', () => {
  const data = subscriptionsWith({ purchaseStatus: { freevoucher: 'paid', federationregistration: null } });
  expect(outcomeOf(data, 'freevoucher', freshData)).toMatchObject({ kind: 'paid' });
});

test('older data does not show the outcome of a payment', () => {
  const data = subscriptionsWith({ purchaseMessage: 'Gelukt.' });
  expect(outcomeOf(data, 'freevoucher', { isFetching: true, isFresh: false })).toBeNull();
  expect(outcomeOf(data, 'freevoucher', { isFetching: false, isFresh: false })).toEqual({ kind: 'unknown' });
});

test('polls with growing delays, and stops', () => {
  const delays = Array.from({ length: 11 }, (_, index) => pollDelay(index + 1) as number);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(delays[0]).toBeLessThan(2_000);
  expect(delays.at(-1)).toBe(20_000);
  expect(pollDelay(12)).toBe(false);
});

test('a status that this version does not know is neither paid nor unpaid', () => {
  const data = subscriptionsWith({
    purchaseStatus: { freevoucher: 'disputed', federationregistration: null },
  });
  expect(outcomeOf(data, 'freevoucher', freshData)).toEqual({ kind: 'unknown' });
});
