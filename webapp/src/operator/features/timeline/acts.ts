// One row per act: what one request did is several events, of which the heaviest says what happened. Events of one request
// are neighbours in the journal, so their rows are joined here, also where a page ended between them.
import type { TimelineEntry } from '../../api/generated/TimelineEntry.ts';
import { isEvent } from '../../api/entries.ts';
import { entryKey } from './queries.ts';

/** An import has one correlation id for everything that it brought. */
export const MOST_OF_ACT = 200;

export interface Act {
  /** The same when newer or earlier events of the act come. */
  readonly key: string;
  /** `2026-11-25`, in Amsterdam. */
  readonly day: string;
  /** Newest first; never none. */
  readonly entries: readonly TimelineEntry[];
  /** The heaviest one. */
  readonly head: TimelineEntry;
}

/** The server gives instants with Amsterdam's offset. */
const dayOf = ({ at }: TimelineEntry) => at.slice(0, 10);
const requestOf = (entry: TimelineEntry) => (isEvent(entry) ? (entry.correlation_id ?? null) : null);
const weightOf = (entry: TimelineEntry) => (isEvent(entry) ? (entry.weight ?? 0) : 0);

/** Neighbours of one request and one day together. `entries` are newest first, and so are the acts and their entries. */
export function actsOf(entries: readonly TimelineEntry[]): readonly Act[] {
  const acts: Act[] = [];
  let open: TimelineEntry[] = [];
  const times = new Map<string, number>();
  const close = () => {
    const [first] = open;
    if (!first) return;
    acts.push({ key: keyOf(first, times), day: dayOf(first), entries: open, head: heaviest(open, first) });
    open = [];
  };
  for (const entry of entries) {
    const [first] = open;
    const request = requestOf(entry);
    const isSame =
      first !== undefined &&
      request !== null &&
      request === requestOf(first) &&
      dayOf(entry) === dayOf(first) &&
      open.length < MOST_OF_ACT;
    if (!isSame) close();
    open.push(entry);
  }
  close();
  return acts;
}

/** By its request, so that an open row stays open when more of its events come; it may have several rows. */
function keyOf(first: TimelineEntry, times: Map<string, number>): string {
  const request = requestOf(first);
  if (request === null) return entryKey(first);
  const name = `${request} ${dayOf(first)}`;
  const nth = (times.get(name) ?? 0) + 1;
  times.set(name, nth);
  return `request ${name} ${nth}`;
}

/** The later one where two weigh the same. */
function heaviest(entries: readonly TimelineEntry[], first: TimelineEntry): TimelineEntry {
  return entries.reduce((head, entry) => (weightOf(entry) > weightOf(head) ? entry : head), first);
}

/**
 * How many acts, from the newest, came as a whole after the event at a position. Operators' acts have no position: those
 * above that event's row came after it.
 */
export function countOfFuture(acts: readonly Act[], position: number): number {
  const found = acts.findIndex(({ entries }) =>
    entries.some((entry) => isEvent(entry) && entry.position <= position),
  );
  return found === -1 ? acts.length : found;
}
