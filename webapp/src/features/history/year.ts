// A member's year in numbers. The clubs count this year's rounds with those to come, which were not played yet.
import type { ClubInfo } from '@/api/generated/ClubInfo.ts';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { counted } from '@/ui';

const MOST_MATES = 3;

export type PlayedClub = Pick<ClubInfo, 'id' | 'name' | 'lat' | 'lon'> & { readonly rounds: number };

export interface Mate {
  readonly rounds?: number | null | undefined;
}

/** Those with whom the member played most, the most rounds first. */
export function frequentMates<Person extends Mate>(people: readonly Person[]): readonly Person[] {
  const rounds = (person: Person) => person.rounds ?? 0;
  return people
    .filter((person) => rounds(person) > 0)
    .toSorted((a, b) => rounds(b) - rounds(a))
    .slice(0, MOST_MATES);
}

/** The clubs where the member played in that year, most rounds first. */
export function clubsPlayed(
  clubs: readonly ClubInfo[],
  upcoming: readonly Pick<Reservation, 'golfclub' | 'play_date'>[],
  year: string,
): readonly PlayedClub[] {
  const ahead = (id: string) =>
    upcoming.filter(({ golfclub, play_date }) => golfclub.id === id && play_date.startsWith(year)).length;
  return clubs
    .map(({ id, name, lat, lon, your_plays }) => ({ id, name, lat, lon, rounds: your_plays - ahead(id) }))
    .filter(({ rounds }) => rounds > 0)
    .toSorted((a, b) => b.rounds - a.rounds);
}

/** `12 rondes op 5 banen` */
export function yearText(clubs: readonly PlayedClub[]): string {
  const rounds = clubs.reduce((sum, club) => sum + club.rounds, 0);
  if (rounds === 0) return 'nog geen ronde';
  return `${counted(rounds, 'ronde', 'rondes')} op ${counted(clubs.length, 'baan', 'banen')}`;
}
