import { expect, test } from 'vitest';
import { fact, line } from '../../../../tests/club/statements.ts';
import {
  amountText,
  changeText,
  factText,
  isMonth,
  lastDayOf,
  lineText,
  paymentText,
  playerText,
  reasonOf,
  sumsOf,
  vatText,
} from './words.ts';

const at = '2026-11-12T09:12:00+01:00';

test.each([
  [fact('arrived', at), 'arrival', 'Aangekomen op 12 nov 09:12'],
  [fact('arrived', at), 'walk_in', 'Geboekt en aangekomen op 12 nov 09:12'],
  [
    fact('holes', at, { holes: 9, note: 'Eerder gestopt' }),
    'arrival',
    'Aangepast naar 9 holes: Eerder gestopt (12 nov 09:12)',
  ],
  [
    fact('decided', at, { counts: true, note: 'Heeft hier gespeeld' }),
    'arrival',
    'Afwijkende scan telt mee: Heeft hier gespeeld (12 nov 09:12)',
  ],
  [fact('decided', at, { counts: false }), 'arrival', 'Afwijkende scan telt niet mee op 12 nov 09:12'],
  [fact('absent', at, { note: 'no_show' }), 'absence', 'Afwezig gemeld: niet verschenen (12 nov 09:12)'],
  [fact('annulled', '2026-06-30T22:30:00Z'), 'arrival', 'Aankomst teruggedraaid op 1 jul 00:30'],
] as const)('a fact in words: %#', (known, kind, text) => {
  expect(factText(known, kind)).toBe(text);
});

test('a fact of a newer server is told without its name', () => {
  expect(factText(fact('later' as 'arrived', at), 'arrival')).toBe('Gewijzigd op 12 nov 09:12');
});

test('a scan after the arrival is not why a line is there', () => {
  const facts = [fact('arrived', at), fact('seen_again', '2026-11-12T11:46:00+01:00')];
  expect(reasonOf(line('2026-11-12', 'J.V.', { facts }))).toBe('Aangekomen op 12 nov 09:12');
});

test('a line names its player and what it is about', () => {
  expect(playerText(line('2026-11-12', null))).toBe('verwijderd lid');
  expect(lineText(line('2026-11-12', 'J.V.', { kind: 'walk_in', holes: 9 }))).toBe(
    '9 holes, aan de receptie geboekt',
  );
  expect(lineText(line('2026-11-12', 'J.V.', { kind: 'absence', holes: null }))).toBe('niet verschenen');
});

test.each([
  [100, null, 'Nog niet betaald'],
  [100, '2026-12-04', 'Betaling in opdracht gegeven op 4 december 2026'],
  [-100, null, 'Wordt verrekend met een volgende betaling'],
  [-100, '2026-12-04', 'Verrekend met de betaling van 4 december 2026'],
  [0, null, ''],
  [null, null, ''],
] as const)('a closed month says whether it is paid: %#', (total, paid_on, text) => {
  expect(paymentText({ state: 'closed', paid_on }, total)).toBe(text);
  expect(paymentText({ state: 'next', paid_on: null }, total)).toBe('');
});

test('a month ends on its last day', () => {
  expect(['2026-12', '2027-02', '2028-02'].map(lastDayOf)).toEqual([
    '2026-12-31',
    '2027-02-28',
    '2028-02-29',
  ]);
  expect(['2026-11', '2026-13', '2026-00', '2026-1', ''].map(isMonth)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

const plain = (text: string) => text.replaceAll(/\s/g, ' ');

test('amounts are cents, and a change says which way it goes', () => {
  expect([0, 5, -123_456].map((cents) => plain(amountText(cents)))).toEqual([
    '€ 0,00',
    '€ 0,05',
    '€ -1.234,56',
  ]);
  expect([1200, -1200].map((cents) => plain(changeText(cents)))).toEqual([
    '€ 12,00 excl. btw erbij',
    '€ 12,00 excl. btw eraf',
  ]);
});

test('only the sums that have lines are shown, also if their lines add up to nothing', () => {
  const none = { count: 0, net_cents: 0 };
  const amounts = {
    arrivals: { count: 1, net_cents: 3000 },
    walk_ins: none,
    absences: none,
    corrections: { count: 2, net_cents: 0 },
    adjustments: none,
    vat: [],
    net_cents: 3000,
    vat_cents: 0,
    total_cents: 3000,
  };
  expect(sumsOf(amounts).map(({ label }) => label)).toEqual([
    '1 geboekte ronde',
    'Correcties van eerdere maanden',
  ]);
});

test('VAT of nothing says that there is none', () => {
  const sum = { net_cents: 3000, vat_cents: 0 };
  expect(plain(vatText({ regime: 'exempt', percent: 0, ...sum }))).toBe('Vrijgesteld van btw, over € 30,00');
  expect(plain(vatText({ regime: 'low', percent: 9, ...sum }))).toBe('Btw 9% over € 30,00');
});
