// What the screen shows of a day, from the server or from the list that the device keeps: the order of its flights, the
// search, and what the device's own arrivals add.
import { fold } from '@/ui';
import type { ArrivalDay } from '@/club/api/generated/ArrivalDay.ts';
import type { ArrivalFlight } from '@/club/api/generated/ArrivalFlight.ts';
import type { ArrivalPlayer } from '@/club/api/generated/ArrivalPlayer.ts';
import type { OfflineDay } from '@/club/api/generated/OfflineDay.ts';
import type { OwnArrivals } from './own.ts';

export interface Player extends Omit<ArrivalPlayer, 'code_hash' | 'entitled_by'> {
  /** Null where it is not known. */
  readonly entitled_by: string | null;
  /** The server's list does not have the arrival yet. */
  readonly is_own?: boolean;
}

export interface Flight extends Omit<ArrivalFlight, 'booking' | 'players'> {
  readonly players: readonly Player[];
}

export interface Day extends Omit<
  ArrivalDay,
  'flights' | 'club_name' | 'read_at' | 'first_date' | 'last_date'
> {
  readonly flights: readonly Flight[];
  /** Null in the list that the device keeps, as the next three. */
  readonly club_name: string | null;
  readonly read_at: string | null;
  readonly first_date: string | null;
  readonly last_date: string | null;
}

export const isStored = ({ read_at }: Day) => read_at === null;

export function fromStored({ date, flights }: OfflineDay): Day {
  const players = flights.flatMap((flight) => flight.players);
  return {
    date,
    club_name: null,
    read_at: null,
    first_date: null,
    last_date: null,
    can_correct: false,
    capacity: null,
    closed: null,
    expected: players.length,
    arrived: players.filter(({ status }) => status === 'arrived').length,
    flights: flights.map((flight) => ({
      ...flight,
      players: flight.players.map(({ place, short_name, status, arrived_at, arrived_by }) => ({
        place,
        name: short_name,
        status,
        arrived_at,
        arrived_by,
        entitled_by: null,
        method: null,
        seen_again: 0,
        played_holes: flight.holes,
        walk_in: false,
        irregular: false,
      })),
    })),
    waiting: [],
    irregular: [],
    devices: [],
  };
}

/** The day with the arrivals of this device that the server does not show yet. Flights without one stay the same objects. */
export function withOwn(day: Day, own: OwnArrivals, by: string): Day {
  if (own.size === 0) return day;
  let added = 0;
  const isAdded = ({ place, status }: Player) => status !== 'arrived' && own.get(place)?.date === day.date;
  const flights = day.flights.map((flight) => {
    if (!flight.players.some(isAdded)) return flight;
    const players = flight.players.map((player): Player => {
      if (!isAdded(player)) return player;
      added += 1;
      const arrived_at = own.get(player.place)?.at ?? null;
      return { ...player, status: 'arrived', arrived_at, arrived_by: by, method: 'list', is_own: true };
    });
    return { ...flight, players };
  });
  return added === 0 ? day : { ...day, flights, arrived: day.arrived + added };
}

export interface FlightGroups {
  readonly timed: readonly Flight[];
  readonly untimed: readonly Flight[];
}

/** By start time, then booking number; those without a start time apart. */
export function grouped(flights: readonly Flight[]): FlightGroups {
  const inOrder = flights.toSorted(
    (a, b) =>
      (a.start_time ?? '').localeCompare(b.start_time ?? '') ||
      a.booking_number.localeCompare(b.booking_number),
  );
  return {
    timed: inOrder.filter(({ start_time }) => start_time !== null),
    untimed: inOrder.filter(({ start_time }) => start_time === null),
  };
}

const bare = (text: string) => fold(text).replaceAll(/[^\p{Letter}\p{Number}]/gu, '');
/** A flight is folded once, not at every letter. */
const folded = new WeakMap<Flight, { readonly names: readonly string[]; readonly number: string }>();

function foldedOf(flight: Flight) {
  const known = folded.get(flight);
  if (known) return known;
  const made = { names: flight.players.map(({ name }) => fold(name)), number: bare(flight.booking_number) };
  folded.set(flight, made);
  return made;
}

/** The flights with a player whose name has every word of the text, or with that part in their booking number. */
export function found(flights: readonly Flight[], text: string): readonly Flight[] {
  const words = fold(text).split(' ').filter(Boolean);
  if (words.length === 0) return flights;
  const part = bare(text);
  return flights.filter((flight) => {
    const { names, number } = foldedOf(flight);
    const isNamed = names.some((name) => words.every((word) => name.includes(word)));
    return isNamed || (part !== '' && number.includes(part));
  });
}

const SILENT_MS = 30 * 60_000;

/** The devices whose scans may be missing. */
export function silentDevices({ devices, read_at }: Day): Day['devices'] {
  const readAt = read_at === null ? Number.NaN : Date.parse(read_at);
  return devices.filter(
    ({ last_synced_at }) => last_synced_at === null || readAt - Date.parse(last_synced_at) > SILENT_MS,
  );
}
