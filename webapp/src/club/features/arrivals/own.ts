// The arrivals that were pressed on this device and that the server's list does not have yet: a press shows at once, with and
// without a network.
import { now } from '@/api/clock.ts';
import { createStore } from '@/ui';
import { recordScan } from '@/club/features/scan/queue.ts';

interface OwnArrival {
  readonly date: string;
  /** RFC 3339 */
  readonly at: string;
  /** The place's status before. */
  readonly before: string;
}

export type OwnArrivals = ReadonlyMap<string, OwnArrival>;

const own = createStore<OwnArrivals>(new Map());

export const useOwnArrivals = own.useValue;

const without = (places: readonly string[]) =>
  own.set(new Map([...own.get()].filter(([place]) => !places.includes(place))));

/** On today only. Rejects when the device could not keep the scan. */
export async function recordArrival(date: string, place: string, before: string): Promise<void> {
  if (own.get().has(place)) return;
  own.set(new Map(own.get()).set(place, { date, before, at: new Date(now()).toISOString() }));
  try {
    await recordScan({ place }, 'list');
  } catch (error) {
    without([place]);
    throw error;
  }
}

interface Listed {
  readonly date: string;
  readonly flights: readonly {
    readonly players: readonly { readonly place: string; readonly status: string }[];
  }[];
}

/** The server's list has what became of them. */
export function forgetKnown({ date, flights }: Listed): void {
  if (own.get().size === 0) return;
  const status = new Map(
    flights.flatMap(({ players }) => players.map((player) => [player.place, player.status] as const)),
  );
  const known = [...own.get()].filter(
    ([place, arrival]) => arrival.date === date && status.get(place) !== arrival.before,
  );
  if (known.length > 0) without(known.map(([place]) => place));
}
