// The Dutch words for what a club is owed, and why.
import { today } from '@/api/clock.ts';
import { counted, euros, longDate, monthAndYear } from '@/ui';
import { absenceText, capital, holesText } from '@/club/features/arrivals/words.ts';
import { timeText } from '@/club/ui/moments.ts';
import type { Dispute, Fact, Line, Month, Statement } from './queries.ts';

/** `€ 12,50` */
export const amountText = (cents: number): string => euros(cents / 100);

/** `€ 12,50 excl. btw erbij`, `€ 12,50 excl. btw eraf` */
export const changeText = (cents: number): string =>
  `${amountText(Math.abs(cents))} excl. btw ${cents < 0 ? 'eraf' : 'erbij'}`;

export const isMonth = (text: string): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text);

/** `november 2026` */
export const monthText = (month: string): string => monthAndYear(`${month}-01`);
export const monthTitle = (month: string): string => capital(monthText(month));

export function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

export const isOver = (month: string): boolean => month < today().slice(0, 7);

/** `afgesloten 3 dec` */
export function stateText({
  month,
  state,
  closed_on,
}: Pick<Month | Statement, 'month' | 'state' | 'closed_on'>) {
  if (state === 'closed') return closed_on === null ? 'afgesloten' : `afgesloten ${dayText(closed_on)}`;
  return isOver(month) ? 'nog niet afgesloten' : 'deze maand loopt nog';
}

/** `4 december 2026` */
const dateText = (day: string): string => `${Number(day.slice(8))} ${monthAndYear(day)}`;

/** Whether the amount of a closed month is paid; empty without one. */
export function paymentText(
  { state, paid_on }: Pick<Month | Statement, 'state' | 'paid_on'>,
  total_cents: number | null,
): string {
  if (state !== 'closed' || !total_cents) return '';
  if (total_cents < 0)
    return paid_on === null
      ? 'Wordt verrekend met een volgende betaling'
      : `Verrekend met de betaling van ${dateText(paid_on)}`;
  return paid_on === null ? 'Nog niet betaald' : `Betaling in opdracht gegeven op ${dateText(paid_on)}`;
}

/** Above a statement that can still change. */
export const openText = ({ state }: Statement): string =>
  state === 'later'
    ? 'De bedragen kunnen nog veranderen. Correcties van eerdere maanden komen erbij zodra de maand ervoor is afgesloten.'
    : 'De bedragen kunnen nog veranderen tot Fairway de maand afsluit.';

export const linesText = (count: number): string => counted(count, 'regel', 'regels');

/** `J.V.` */
export const playerText = ({ player }: Pick<Line, 'player'>): string => player ?? 'verwijderd lid';

/** `J.V.`, or that a round is missing. */
export const subjectText = (of: Pick<Line, 'place' | 'player'>): string =>
  of.place === null ? 'ronde ontbreekt' : playerText(of);

/** What the line is about. */
export function lineText({ kind, holes }: Line): string {
  switch (kind) {
    case 'absence':
      return 'niet verschenen';
    case 'adjustment':
      return 'toegekend bezwaar';
    case 'walk_in':
      return holes === null ? 'aan de receptie geboekt' : `${holesText(holes)}, aan de receptie geboekt`;
    default:
      return holes === null ? 'gespeeld' : holesText(holes);
  }
}

const dayAndMonth = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Amsterdam',
  day: 'numeric',
  month: 'short',
});

/** `12 nov` */
const dayText = (at: string): string => dayAndMonth.format(Date.parse(at));

/** `12 nov 09:12` */
export const instantText = (at: string): string => `${dayText(at)} ${timeText(at)}`;

/** `Aangekomen op 12 nov 09:12`, `Aangepast naar 9 holes: Eerder gestopt (13 nov 10:02)` */
export function factText(fact: Fact, kind: Line['kind']): string {
  const what = factName(fact, kind);
  const reason = fact.kind === 'absent' && fact.note ? absenceText(fact.note) : fact.note;
  return reason ? `${what}: ${reason} (${instantText(fact.at)})` : `${what} op ${instantText(fact.at)}`;
}

function factName({ kind, holes, counts }: Fact, line: Line['kind']): string {
  switch (kind) {
    case 'arrived':
      return line === 'walk_in' ? 'Geboekt en aangekomen' : 'Aangekomen';
    case 'seen_again':
      return 'Nog eens gescand';
    case 'decided':
      return counts ? 'Afwijkende scan telt mee' : 'Afwijkende scan telt niet mee';
    case 'annulled':
      return 'Aankomst teruggedraaid';
    case 'holes':
      return holes === null ? 'Holes aangepast' : `Aangepast naar ${holesText(holes)}`;
    case 'absent':
      return 'Afwezig gemeld';
    case 'absence_withdrawn':
      return 'Afwezigheid ingetrokken';
    default:
      return 'Gewijzigd';
  }
}

/** What made the line as it is: the fact that came last. A scan after the arrival changes nothing. */
export function reasonOf({ facts, kind }: Line): string {
  const last = facts.findLast((fact) => fact.kind !== 'seen_again') ?? facts.at(-1);
  return last ? factText(last, kind) : '';
}

/** The VAT of a regime: `Btw 9% over € 240,00` */
export function vatText({ percent, net_cents }: Statement['amounts']['vat'][number]): string {
  const over = `over ${amountText(net_cents)}`;
  return percent === 0 ? `Vrijgesteld van btw, ${over}` : `Btw ${percent}% ${over}`;
}

interface Sum {
  readonly label: string;
  readonly cents: number;
}

/** The parts of the sum that there are. */
export function sumsOf({
  arrivals,
  walk_ins,
  absences,
  corrections,
  adjustments,
}: Statement['amounts']): readonly Sum[] {
  const parts = [
    [arrivals, counted(arrivals.count, 'geboekte ronde', 'geboekte rondes')],
    [walk_ins, `${counted(walk_ins.count, 'ronde', 'rondes')} aan de receptie geboekt`],
    [absences, `${counted(absences.count, 'speler', 'spelers')} niet verschenen`],
    [corrections, 'Correcties van eerdere maanden'],
    [adjustments, 'Toegekende bezwaren'],
  ] as const;
  return parts
    .filter(([{ count }]) => count > 0)
    .map(([{ net_cents }, label]) => ({ label, cents: net_cents }));
}

/** By the month of the play date, earliest first. */
export function byMonth(lines: readonly Line[]): readonly (readonly [month: string, lines: Line[]])[] {
  const months = new Map<string, Line[]>();
  for (const line of lines) months.set(line.month, [...(months.get(line.month) ?? []), line]);
  return [...months].toSorted(([a], [b]) => a.localeCompare(b));
}

export const outcomeText = ({ outcome }: Dispute): string => {
  switch (outcome) {
    case null:
      return 'in behandeling';
    case 'accepted':
      return 'toegekend';
    case 'refused':
      return 'afgewezen';
    default:
      return 'ingetrokken';
  }
};

export const toneOf = ({ outcome }: Dispute) =>
  outcome === null ? 'sand' : outcome === 'refused' ? 'danger' : 'green';

/** The last answer about a line. */
export const disputeOf = ({ place, date }: Line, disputes: readonly Dispute[]): Dispute | undefined =>
  disputes
    .filter(
      ({ outcome, ...of }) =>
        (outcome === 'accepted' || outcome === 'refused') &&
        place !== null &&
        of.place === place &&
        of.date === date,
    )
    .toSorted((a, b) => Date.parse(a.disputed_at) - Date.parse(b.disputed_at))
    .at(-1);

/** `Zaterdag 14 november, J.V.`, `Zaterdag 14 november, ronde ontbreekt` */
export const disputeTitle = (dispute: Dispute): string =>
  `${capital(longDate(dispute.date))}, ${subjectText(dispute)}`;
