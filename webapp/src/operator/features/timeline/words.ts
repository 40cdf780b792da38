// Entries and filters of a timeline in words.
import type { TimelineEntry } from '../../api/generated/TimelineEntry.ts';
import { isEvent } from '../../api/entries.ts';
import { actName } from '../actions/names.ts';

/** In this order in the filter. Those that the server has besides are named by their code. */
const CATEGORIES: Readonly<Record<string, string>> = {
  bookings: 'Bookings',
  rights: 'Passes and vouchers',
  payments: 'Payments',
  account: 'Account',
  operator: 'By operators only',
};

export const CATEGORY_CODES = Object.keys(CATEGORIES);
export const categoryName = (code: string) => CATEGORIES[code] ?? capitalised(code);

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-/;

/** What happened, with names. Servers of the release before have no sentence for people. */
export function sentenceOf(entry: TimelineEntry): string {
  if (isEvent(entry)) return entry.sentence || entry.what;
  // The id of what was acted upon says nothing to people; it stands in the opened row.
  return ID.test(entry.what) ? actName(entry.act) : capitalised(entry.what);
}

export const actorOf = (entry: TimelineEntry) =>
  isEvent(entry) ? entry.actor.text : `operator ${entry.operator}`;

/** Without addresses, which stand in the opened row: `operator Esra Kaya, as Jan de Vries`. */
export const briefActorOf = (entry: TimelineEntry) => actorOf(entry).replaceAll(/ <[^>]*>/g, '');

/** `09:36`, of an instant with Amsterdam's offset. */
export const clockTime = (instant: string) => instant.slice(11, 16);
