import { expect, test } from 'vitest';
import type { ProfileFields } from '@/api/generated/ProfileFields.ts';
import {
  checkDraft,
  missingFields,
  parseBirthdate,
  parseHandicap,
  splitAddress,
  toDraft,
  toProfile,
} from './draft.ts';

const saved: ProfileFields = {
  firstName: 'Jan',
  prefix: 'de',
  lastName: 'Vries',
  email: 'jan.devries@fairway.example',
  initials: 'J.H.',
  street: 'Kerkstraat',
  housenumber: '12',
  postcode: '3811 AB',
  city: 'Amersfoort',
  country: 'NL',
  gsn: '',
  telephone: '+31610041826',
  gender: 'M',
  birthdate: '1968-04-17',
  is_club_member: true,
  handicap: 18.4,
  golfassociation: 'Golfclub De Wilgenhoek',
};

test.each([
  ['17-04-1968', '1968-04-17'],
  ['17-4-1968', '1968-04-17'],
  [' 1/2/2000 ', '2000-02-01'],
  ['29.02.2024', '2024-02-29'],
  ['1968-04-17', '1968-04-17'],
  ['\u200e17\u201104\u20131968\u00a0', '1968-04-17'],
  ['29-02-2023', null],
  ['31-04-1968', null],
  ['17-13-1968', null],
  ['17-04-68', null],
  ['gisteren', null],
])('parses the birth date %j as %j', (typed, day) => {
  expect(parseBirthdate(typed)).toBe(day);
});

test.each([
  ['18,4', 18.4],
  ['18.40', 18.4],
  ['54', 54],
  ['-1,25', -1.25],
  ['−1,2', -1.2],
  ['18,', 18],
  ['\u202a18,4\u202f', 18.4],
  ['18,412', null],
  ['+2,1', -2.1],
  ['+ 2.1', -2.1],
  ['＋2', -2],
  ['+0', 0],
  ['+-2', null],
  ['1.000,5', null],
  ['hoog', null],
])('parses the handicap %j as %j', (typed, value) => {
  expect(parseHandicap(typed)).toBe(value);
});

test("the form's conversion does not change the server's values", () => {
  const written = { birthdate: '17-04-1968', handicap: '18,4', gsn: '', telephone: '06 10041826' };
  expect(toDraft(saved)).toMatchObject(written);
  // The server accepts a telephone number either way.
  expect(toProfile(toDraft(saved))).toEqual({ ...saved, telephone: '06 10041826' });
  // A member without a country lives in the Netherlands.
  expect(toDraft({ ...saved, country: '' })).toEqual(toDraft(saved));
});

test.each([
  [-2.1, '+2,1'],
  [-10, '+10'],
  [0, '0'],
  [18.4, '18,4'],
])('shows the handicap %j as %j, which is read back', (handicap, shown) => {
  expect(toDraft({ ...saved, handicap }).handicap).toBe(shown);
  expect(parseHandicap(shown)).toBe(handicap);
});

test('empty fields are not errors of the form', () => {
  const draft = { ...toDraft(saved), birthdate: '', handicap: '' };
  expect(checkDraft(draft)).toEqual({});
  expect(toProfile(draft)).toMatchObject({ birthdate: '', handicap: null });
});

test('a member without a club membership has no club', () => {
  expect(toProfile({ ...toDraft(saved), is_club_member: false })).toMatchObject({
    is_club_member: false,
    golfassociation: '',
  });
});

test('lists the missing fields in the order of the form', () => {
  expect(missingFields(saved)).toEqual([]);
  expect(missingFields({ ...saved, birthdate: '', street: ' ', gsn: '' })).toEqual([
    'Straat',
    'Geboortedatum',
  ]);
});

test.each([
  ['Kerkstraat 12', 'Kerkstraat', '12'],
  [' Laan van Meerdervoort 1104-A ', 'Laan van Meerdervoort', '1104-A'],
  ['Kerkstraat, 12 b', 'Kerkstraat', '12 b'],
  ['2e Jacob van Campenstraat 7/2', '2e Jacob van Campenstraat', '7/2'],
  ['Plein 1944', 'Plein 1944', ''],
  ['Kerkstraat', 'Kerkstraat', ''],
  ['12', '12', ''],
])('%s is a street and a number', (typed, street, housenumber) => {
  const draft = { ...toDraft(saved), street: typed, housenumber: '' };
  expect(splitAddress(draft)).toEqual({ ...draft, street, housenumber });
  const filled = { ...draft, housenumber: '3' };
  expect(splitAddress(filled)).toBe(filled);
});
