import { expect, test } from 'vitest';
import { sampleSubscriptions } from '../../../tests/portalPurchases.ts';
import { placeRights } from './placeRights.ts';

const own = sampleSubscriptions('2026-11-25');
const players = [{ first_name: 'Jan' }, { first_name: 'Fatima' }, { first_name: 'Sanne' }];
const round = { players, date: '2026-12-05', holes: 9, bonusPlayers: [] } as const;

test('a round of the month is one of those that the month allows', () => {
  expect(placeRights(round, own)).toEqual([
    '1 van je 6 rondes in december',
    'speelrecht van Fatima',
    'speelrecht van Sanne',
  ]);
});

test('without a limit of the month it is one of the subscription', () => {
  const months = own.months.map((month) => ({ ...month, max: null }));
  expect(placeRights(round, { ...own, months })[0]).toBe('1 van je 60 rondes');
});

test('whose voucher is used is said, and of the own one which', () => {
  expect(placeRights({ ...round, bonusPlayers: ['Jan', 'Fatima'] }, own)).toEqual([
    'bonusronde ledenactie (18 holes)',
    'bonusronde van Fatima',
    'speelrecht van Sanne',
  ]);
  const bought = { ...own.bonus[0]!, id: 'v0', title: 'Vrije voucher 9 holes', holes: 9 };
  const withBought = { ...own, bonus: [...own.bonus, bought] };
  expect(placeRights({ ...round, bonusPlayers: ['Jan'] }, withBought)[0]).toBe('vrije voucher 9 holes');
});

test('before the own rights are known the text is less exact', () => {
  expect(placeRights(round, undefined)[0]).toBe('speelrecht van je abonnement');
});
