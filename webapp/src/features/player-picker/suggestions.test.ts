import { expect, test } from 'vitest';
import type { HistoricPlayer } from '@/api/generated/HistoricPlayer.ts';
import { suggest } from './suggestions.ts';

const person = (name_first: string, name_prefix: string, name_last: string): HistoricPlayer =>
  ({
    email: `${name_last}@fairway.example`,
    name_first,
    name_prefix,
    name_last,
    favourite: false,
  }) as HistoricPlayer;

const people = [
  person('Zoë', 'van ’t', 'Hoff'),
  person('Rene\u0301', '', 'Jansen\u2010Smit'),
  person('Øystein', '', 'Çelik'),
];

test.each([
  ['zoe', 0],
  ["van 't h", 0],
  ['ZOË', 0],
  ['rené', 1],
  ['jansen-smit', 1],
  ['celik', 2],
  ['oystein', 2],
])('typing %j offers the person with that name', (typed, index) => {
  expect(suggest(people, typed, []).map(({ id }) => id)).toEqual([people[index]?.email]);
});
