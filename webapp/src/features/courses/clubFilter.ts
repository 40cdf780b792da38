// The clubs that a list shows, and their order. The text searches town, name and keywords and ignores case and accents:
// the town of that name comes first. A club that cannot be reserved comes last in every order.
import { fold } from '@/ui';
import { distanceKm, type Position } from './ownPosition.ts';

export interface ListedClub {
  readonly name: string;
  readonly city: string;
  readonly keywords: string;
  readonly holes: readonly number[];
  readonly lat?: number | null | undefined;
  readonly lon?: number | null | undefined;
  readonly your_plays: number;
  readonly your_maximum_plays?: number | null | undefined;
  readonly reservable?: boolean;
}

/** How the select of the order calls each one. */
export const orders = {
  played: 'vaakst gespeeld',
  distance: 'afstand',
  name: 'naam',
  roundsLeft: 'rondes over',
} as const;
export type Order = keyof typeof orders;

export interface ClubFilter {
  readonly text: string;
  readonly order: Order;
  readonly withinKm: number | null;
  readonly holes: number | null;
  readonly roundsLeftOnly: boolean;
  readonly reservableOnly: boolean;
}

export const noFilter: ClubFilter = {
  text: '',
  order: 'played',
  withinKm: null,
  holes: null,
  roundsLeftOnly: false,
  reservableOnly: false,
};

/** How many filters leave clubs out. The text is not counted: it stands in its own field. */
export function countFilters({ withinKm, holes, roundsLeftOnly, reservableOnly }: ClubFilter): number {
  return [withinKm !== null, holes !== null, roundsLeftOnly, reservableOnly].filter(Boolean).length;
}

/** Infinite where the club sets no maximum. */
export function roundsLeft({ your_plays, your_maximum_plays }: ListedClub): number {
  return your_maximum_plays == null ? Number.POSITIVE_INFINITY : your_maximum_plays - your_plays;
}

/** The clubs to show. A filter by distance leaves out no club while the position is not known. */
export function filterClubs<Club extends ListedClub>(
  clubs: readonly Club[],
  filter: ClubFilter,
  position: Position | null,
): readonly Club[] {
  const text = fold(filter.text.trim());
  const { withinKm, holes } = filter;
  const nearness = new Map(clubs.map((club) => [club, text ? nearnessOf(text, club) : 0]));
  const rank = (club: Club) => nearness.get(club) ?? Infinity;
  return clubs
    .filter(
      (club) =>
        rank(club) < Infinity &&
        (holes === null || club.holes.includes(holes)) &&
        (withinKm === null || !position || (distanceKm(position, club) ?? Infinity) <= withinKm) &&
        (!filter.roundsLeftOnly || roundsLeft(club) > 0) &&
        (!filter.reservableOnly || club.reservable !== false),
    )
    .toSorted(
      (a, b) =>
        Number(a.reservable === false) - Number(b.reservable === false) ||
        rank(a) - rank(b) ||
        compare[filter.order](a, b, position) ||
        a.name.localeCompare(b.name, 'nl'),
    );
}

/** 0 for the town itself, then towns that begin so, names that do, and any part of town or name; keywords come last,
 * because the list does not show them. Infinite where nothing matches. */
function nearnessOf(text: string, { name, city, keywords }: ListedClub): number {
  const town = fold(city);
  const words = ` ${fold(name)}`;
  const matches = [
    town === text,
    town.startsWith(text),
    words.includes(` ${text}`),
    town.includes(text) || words.includes(text),
    fold(keywords).includes(text),
  ];
  const first = matches.indexOf(true);
  return first < 0 ? Infinity : first;
}

type Compare = (a: ListedClub, b: ListedClub, position: Position | null) => number;

/** Without `Infinity - Infinity`, which is not a number. */
const ascending = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);

const compare: Record<Order, Compare> = {
  played: (a, b) => b.your_plays - a.your_plays,
  distance: (a, b, position) =>
    ascending(distanceKm(position, a) ?? Infinity, distanceKm(position, b) ?? Infinity),
  name: () => 0,
  roundsLeft: (a, b) => ascending(roundsLeft(b), roundsLeft(a)),
};
