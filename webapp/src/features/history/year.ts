// A member's year in numbers. The clubs count this year's rounds with those to come, which were not played yet.
import type { ClubInfo } from '@/api/generated/ClubInfo.ts';
import type { Reservation } from '@/api/generated/Reservation.ts';

export type PlayedClub = Pick<ClubInfo, 'id' | 'name' | 'lat' | 'lon'> & { readonly rounds: number };

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
  return `${rounds === 1 ? '1 ronde' : `${rounds} rondes`} op ${clubs.length === 1 ? '1 baan' : `${clubs.length} banen`}`;
}
