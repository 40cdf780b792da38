import { expect, test } from 'vitest';
import type { ClubInfo } from '@/api/generated/ClubInfo.ts';
import { clubsPlayed, frequentMates, yearText } from './year.ts';

const club = (id: string, your_plays: number) => ({ id, name: id, lat: 52, lon: 5, your_plays }) as ClubInfo;
const round = (id: string, play_date: string) => ({ golfclub: { id } as never, play_date });

test('a round to come does not count as played, in whichever year it is', () => {
  const clubs = [club('ede', 2), club('haren', 3), club('weert', 1), club('venlo', 0)];
  const upcoming = [round('haren', '2026-12-01'), round('weert', '2026-12-30'), round('ede', '2027-01-02')];
  const played = clubsPlayed(clubs, upcoming, '2026');
  expect(played.map(({ id, rounds }) => [id, rounds])).toEqual([
    ['ede', 2],
    ['haren', 2],
  ]);
  expect(yearText(played)).toBe('4 rondes op 2 banen');
  expect(yearText(played.slice(0, 1))).toBe('2 rondes op 1 baan');
  expect(yearText([])).toBe('nog geen ronde');
});

test('the mates are those of most rounds, at most three', () => {
  const people = [1, null, 5, 0, 2, 3].map((rounds) => ({ rounds }));
  expect(frequentMates(people).map(({ rounds }) => rounds)).toEqual([5, 3, 2]);
});
