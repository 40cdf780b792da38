// The part of the fake clubhouse that is about what the club is owed.
import type { DayLines } from '../../src/club/api/generated/DayLines.ts';
import type { StatementAnswer } from '../../src/club/api/generated/StatementAnswer.ts';
import type { StatementMonths } from '../../src/club/api/generated/StatementMonths.ts';
import { addDays } from '../../src/ui/format.ts';
import { answer, fail, type MockResponse, type Routes } from '../mockResponse.ts';

export type StatementLine = DayLines['lines'][number];
type Dispute = StatementAnswer['disputes'][number];
type Sum = StatementAnswer['amounts']['arrivals'];

/** What differs from month to month. */
export interface StatementContents extends Pick<
  StatementAnswer,
  'state' | 'paid_on' | 'disputes_until' | 'corrections' | 'adjustments' | 'rounds_without_tariff'
> {
  /** Of the month's own, of any day. */
  readonly lines: readonly StatementLine[];
  disputes: readonly Dispute[];
}
/** By month. */
export type StatementsContents = Readonly<Record<string, Partial<StatementContents>>>;

interface Setting {
  readonly today: () => string;
  readonly instant: () => string;
  /** Absent: three months, of which the first is closed. */
  readonly statements?: StatementsContents | undefined;
}

const DONE: MockResponse = { status: 204 };
const VAT_PERCENT = 9;

export const line = (
  date: string,
  player: string | null,
  changed: Partial<StatementLine> = {},
): StatementLine => ({
  date,
  start_time: null,
  place: `place of ${player} on ${date}`,
  dispute: null,
  player,
  kind: 'arrival',
  holes: 18,
  net_cents: 3000,
  vat: 'low',
  is_correction: false,
  month: date.slice(0, 7),
  is_disputed: false,
  facts: [fact('arrived', `${date}T09:12:00+01:00`)],
  ...changed,
});

type Fact = StatementLine['facts'][number];
let position = 0;
export const fact = (kind: Fact['kind'], at: string, changed: Partial<Fact> = {}): Fact => ({
  position: (position += 1),
  at,
  kind,
  holes: null,
  counts: null,
  note: null,
  ...changed,
});

/** The first day of the month before. */
const before = (first: string) => `${addDays(first, -1).slice(0, 7)}-01`;

function sampleStatements(today: string): StatementsContents {
  const first = `${today.slice(0, 7)}-01`;
  const last = before(first);
  const earlier = before(last);
  const corrected = line(earlier, 'K.B.', { is_correction: true });
  const holes = fact('holes', `${last}T10:02:00+01:00`, { holes: 9, note: 'Eerder gestopt' });
  return {
    [first.slice(0, 7)]: { state: 'later', lines: [line(first, 'J.V.'), line(first, 'E.S.')] },
    [last.slice(0, 7)]: {
      state: 'next',
      lines: [
        line(last, 'J.V.', {
          facts: [fact('arrived', `${last}T09:12:00+01:00`), holes],
          holes: 9,
          net_cents: 1800,
        }),
        line(last, null, { kind: 'walk_in' }),
        line(addDays(last, 3), 'M.B.', { kind: 'absence', holes: null, net_cents: 500, facts: [] }),
      ],
      corrections: [
        { ...corrected, net_cents: -3000 },
        { ...corrected, holes: 9, net_cents: 1800, facts: [...corrected.facts, holes] },
      ],
      adjustments: [
        line(earlier, null, {
          place: null,
          dispute: 'accepted',
          kind: 'adjustment',
          holes: null,
          net_cents: 3000,
          facts: [],
        }),
      ],
      rounds_without_tariff: 1,
    },
    [earlier.slice(0, 7)]: {
      state: 'closed',
      lines: [line(earlier, 'K.B.')],
      disputes_until: addDays(today, 30),
    },
  };
}

const sumOf = (lines: readonly StatementLine[]): Sum => ({
  count: lines.length,
  net_cents: lines.reduce((sum, { net_cents }) => sum + net_cents, 0),
});

function amountsOf({ lines, corrections, adjustments }: StatementContents): StatementAnswer['amounts'] {
  const of = (kind: StatementLine['kind']) => sumOf(lines.filter((one) => one.kind === kind));
  const all = sumOf([...lines, ...corrections, ...adjustments]);
  const { net_cents } = all;
  const vat_cents = Math.round((net_cents * VAT_PERCENT) / 100);
  return {
    arrivals: of('arrival'),
    walk_ins: of('walk_in'),
    absences: of('absence'),
    corrections: sumOf(corrections),
    adjustments: sumOf(adjustments),
    vat: all.count > 0 ? [{ regime: 'low', percent: VAT_PERCENT, net_cents, vat_cents }] : [],
    net_cents,
    vat_cents,
    total_cents: net_cents + vat_cents,
  };
}

const invoiceOf = (month: string, contents: StatementContents) =>
  contents.state === 'closed' && amountsOf(contents).total_cents !== 0 ? `de-wilgenhoek-${month}` : null;
const isOpen = ({ outcome }: Dispute) => outcome === null;

const shown = ({ disputes }: StatementContents, lines: readonly StatementLine[]) =>
  lines.map((one) => ({
    ...one,
    is_disputed: disputes.some((dispute) => isOpen(dispute) && dispute.place === one.place),
  }));

export function statementRoutes({ today, instant, statements: given }: Setting): Routes {
  const months = new Map(
    Object.entries(given ?? sampleStatements(today())).map(
      ([month, contents]): [string, StatementContents] => [
        month,
        {
          state: 'next',
          paid_on: null,
          disputes_until: null,
          lines: [],
          corrections: [],
          adjustments: [],
          disputes: [],
          rounds_without_tariff: 0,
          ...contents,
        },
      ],
    ),
  );
  const closedOn = ({ state }: StatementContents) => (state === 'closed' ? today() : null);
  const file =
    (name: string): Routes[string] =>
    ({ id }) =>
      months.has(id) ? answer([name, id]) : fail(404, 'Er is geen factuur van deze maand.');

  function statementOf(month: string, contents: StatementContents): StatementAnswer {
    const { state, lines, corrections, adjustments, disputes, rounds_without_tariff } = contents;
    const dates = [...new Set(lines.map(({ date }) => date))].toSorted();
    return {
      month,
      state,
      can_be_closed: state === 'next' && month < today().slice(0, 7),
      closed_on: closedOn(contents),
      paid_on: contents.paid_on,
      as_of: 1,
      hash: '0'.repeat(64),
      disputes_until: contents.disputes_until,
      invoice_number: invoiceOf(month, contents),
      amounts: amountsOf(contents),
      days: dates.map((date) => {
        const { count, net_cents } = sumOf(lines.filter((one) => one.date === date));
        return { date, lines: count, net_cents };
      }),
      corrections: shown(contents, corrections),
      adjustments,
      disputes: [...disputes],
      rounds_without_tariff,
    };
  }

  function summaryOf(month: string, contents: StatementContents): StatementMonths['months'][number] {
    const isClosed = contents.state === 'closed';
    const { net_cents, vat_cents, total_cents } = amountsOf(contents);
    return {
      month,
      state: isClosed ? 'closed' : 'open',
      is_next: contents.state === 'next',
      closed_on: closedOn(contents),
      paid_on: contents.paid_on,
      net_cents: isClosed ? net_cents : null,
      vat_cents: isClosed ? vat_cents : null,
      total_cents: isClosed ? total_cents : null,
      invoice_number: invoiceOf(month, contents),
      open_disputes: contents.disputes.filter(isOpen).length,
    };
  }

  function dispute(month: string, body: Record<string, unknown>): MockResponse {
    const contents = months.get(month);
    if (!contents) return fail(422, 'Deze maand is er niet.');
    const { dispute: id, date, place, reason } = body as unknown as Dispute;
    if (contents.disputes.some((one) => one.dispute === id)) return DONE;
    if (contents.disputes.some((one) => isOpen(one) && one.place === place && one.date === date))
      return fail(409, 'Hierover is al een bezwaar in behandeling.');
    const disputed = [...contents.lines, ...contents.corrections].find((one) => one.place === place);
    const added: Dispute = {
      dispute: id,
      month,
      date,
      place,
      player: place === null ? null : (disputed?.player ?? null),
      reason,
      disputed_at: instant(),
      outcome: null,
      adjustment_cents: 0,
      answer: null,
      ended_at: null,
    };
    contents.disputes = [...contents.disputes, added];
    return DONE;
  }

  return {
    'GET /statements': () =>
      answer({
        first_month: [...months.keys()].toSorted()[0] ?? null,
        months: [...months]
          .toSorted(([a], [b]) => b.localeCompare(a))
          .map(([month, contents]) => summaryOf(month, contents)),
      }),
    'GET /statements/:id': ({ id }) => {
      const contents = months.get(id);
      return contents ? answer(statementOf(id, contents)) : fail(422, 'Deze maand is er niet.');
    },
    // The month of a day is in its date.
    'GET /statements/[^/]+/days/:id': ({ id }) => {
      const contents = months.get(id.slice(0, 7));
      const lines = contents?.lines.filter(({ date }) => date === id) ?? [];
      return answer({ date: id, lines: contents ? shown(contents, lines) : [] });
    },
    'GET /statements/:id/statement.pdf': file('afrekening'),
    'GET /statements/:id/statement.csv': file('regels'),
    'GET /statements/:id/invoice.xml': file('factuur'),
    'POST /statements/:id/disputes': ({ id, body }) => dispute(id, body),
    'POST /disputes/:id/withdraw': ({ id, body }) => {
      for (const contents of months.values()) {
        contents.disputes = contents.disputes.map((one) =>
          one.dispute === id
            ? { ...one, outcome: 'withdrawn', answer: String(body['reason']), ended_at: instant() }
            : one,
        );
      }
      return DONE;
    },
  };
}
