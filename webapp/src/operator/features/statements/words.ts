// The server's codes in words. One that was added since is named by its code.
import { today } from '@/api/clock.ts';
import { formatInstant } from '../../ui/index.ts';
import type { Line, StatementFact } from './queries.ts';

type Words = Readonly<Record<string, string>>;

export const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** So many months after it. */
export function monthAfter(month: string, months = 1): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}

/** The one that is settled now: the last that is over. */
export const lastMonth = () => monthAfter(today().slice(0, 7), -1);

/** `1 club` */
export const clubsText = (count: number) => `${count} ${count === 1 ? 'club' : 'clubs'}`;

export interface OfState {
  readonly state: string;
  readonly can_be_closed: boolean;
}

const STATES: Words = { closed: 'closed', open: 'open', next: 'open', later: 'open', no_tariff: 'no tariff' };
export const stateText = ({ state, can_be_closed }: OfState) =>
  can_be_closed ? 'can be closed' : (STATES[state] ?? state);

/** Of a closed month: the file that has its amount; empty where nothing is owed. */
export function paymentText(total_cents: number | null, paid_on: string | null): string {
  if (!total_cents) return '';
  if (total_cents < 0)
    return paid_on === null
      ? 'To be set off in a later file'
      : `Set off in the file of ${formatInstant(paid_on)}`;
  return paid_on === null ? 'In no file yet' : `Paid by the file of ${formatInstant(paid_on)}`;
}

export const VAT_NAMES: Words = { exempt: 'Exempt', low: 'Low, 9%', high: 'High, 21%' };
export const vatName = (regime: string) => VAT_NAMES[regime] ?? regime;

const LINES: Words = { arrival: 'Round', walk_in: 'Walk-in', absence: 'Absence', adjustment: 'Adjustment' };
export const lineKind = ({ kind }: Line) => LINES[kind] ?? kind;

const FACTS: Words = {
  arrived: 'Arrived',
  seen_again: 'Seen again',
  decided: 'Irregular scan decided',
  annulled: 'Arrival annulled',
  holes: 'Holes corrected',
  absent: 'Absence recorded',
  absence_withdrawn: 'Absence withdrawn',
};

/** `Arrived, 18 holes` */
export function factText({ kind, holes, counts }: StatementFact): string {
  return [
    FACTS[kind] ?? kind,
    counts === null ? '' : counts ? 'it counts' : 'it does not count',
    holes === null ? '' : `${holes} holes`,
  ]
    .filter(Boolean)
    .join(', ');
}
