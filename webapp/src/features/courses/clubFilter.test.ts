import { expect, test } from 'vitest';
import { filterClubs, noFilter, type ClubFilter } from './clubFilter.ts';
import { distanceText } from './ownPosition.ts';

const club = (name: string, lat: number, plays: number, rest: object = {}) => ({
  name,
  city: name,
  keywords: '',
  holes: [9, 18],
  lat,
  lon: 5,
  your_plays: plays,
  your_maximum_plays: 4 as number | null,
  reservable: true,
  ...rest,
});

const clubs = [
  club('Assen', 53, 0),
  club('Breda', 51.6, 4),
  club('Cadzand', 51.3, 0, { reservable: false }),
  club('Dronten', 52.5, 1, { holes: [9] }),
  club('Ede', 52, 3, { your_maximum_plays: null }),
  club('Franeker', 0, 0, { lat: null, lon: null }),
];
const utrecht = { lat: 52.09, lon: 5.12 };

const names = (filter: Partial<ClubFilter>, position: typeof utrecht | null = null) =>
  filterClubs(clubs, { ...noFilter, ...filter }, position).map(({ name }) => name);

test('the clubs played most come first, and those that cannot be reserved last in every order', () => {
  expect(names({})).toEqual(['Breda', 'Ede', 'Dronten', 'Assen', 'Franeker', 'Cadzand']);
  expect(names({ order: 'name' })).toEqual(['Assen', 'Breda', 'Dronten', 'Ede', 'Franeker', 'Cadzand']);
});

test('by distance, a club without a place comes after the others', () => {
  expect(names({ order: 'distance' }, utrecht)).toEqual([
    'Ede',
    'Dronten',
    'Breda',
    'Assen',
    'Franeker',
    'Cadzand',
  ]);
});

test('by rounds left, a club without a maximum comes first', () => {
  expect(names({ order: 'roundsLeft' })).toEqual(['Ede', 'Assen', 'Franeker', 'Dronten', 'Breda', 'Cadzand']);
});

test('filters by text, distance, holes, rounds left and what can be reserved', () => {
  expect(names({ text: ' EDÉ' })).toEqual(['Ede']);
  expect(names({ withinKm: 50 }, utrecht)).toEqual(['Ede', 'Dronten']);
  expect(names({ withinKm: 50 })).toHaveLength(clubs.length);
  expect(names({ holes: 18 })).not.toContain('Dronten');
  expect(names({ roundsLeftOnly: true })).not.toContain('Breda');
  expect(names({ reservableOnly: true })).not.toContain('Cadzand');
});

test('the town that is searched for comes first, then towns that begin so, names, and what only matches inside', () => {
  const found = [
    club('Weert', 51.2, 4, { keywords: 'heide, bedevaart' }),
    club('Golfclub Bevertocht', 51.8, 4, { city: 'Zwijndrecht-Heerjansdam', keywords: 'Edelhert' }),
    club('Golfbaan Bredewold', 51.9, 2),
    club('Golfclub Edelhof', 52, 0, { city: 'Assen' }),
    club('Golfclub Kade', 52, 1, { city: 'Edewecht' }),
    club('Golfclub De Heide', 52, 0, { city: 'Ede' }),
    club('Golfclub Uit Ede', 52, 9, { city: 'Ede', reservable: false }),
  ];
  const order = filterClubs(found, { ...noFilter, text: 'ede' }, null).map(({ name }) => name);
  expect(order).toEqual([
    'Golfclub De Heide',
    'Golfclub Kade',
    'Golfclub Edelhof',
    'Golfbaan Bredewold',
    'Golfclub Bevertocht',
    'Weert',
    'Golfclub Uit Ede',
  ]);
});

test.each([
  [0.4, 'minder dan 1 km'],
  [12.4, '12 km'],
])('%d km is written as %s', (km, text) => {
  expect(distanceText(km)).toBe(text);
});
